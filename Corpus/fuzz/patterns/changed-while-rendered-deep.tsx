//patterns function
import { Voltra } from '@use-voltra/ios'
export default function W(props
/*env*/
) {
  let e
  const C = () => { e.type; return <Voltra.Text>c</Voltra.Text> }
  e = <Voltra.VStack><C /><Voltra.Text style={{ padding: props.n }}>{props.s}</Voltra.Text></Voltra.VStack>
  return <Voltra.View><Voltra.VStack>{e}</Voltra.VStack><C /><Voltra.Text style={{ ...e.props.children[1].props.style }}>x</Voltra.Text></Voltra.View>
}
