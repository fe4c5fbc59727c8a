//patterns function
import { Voltra } from '@use-voltra/ios'
export default function W(props
/*env*/
) {
  let e
  const C = () => { e.props.children = <Voltra.Text>other</Voltra.Text>; return <Voltra.Text>c</Voltra.Text> }
  e = <Voltra.VStack><C /><Voltra.Text>{props.s}</Voltra.Text></Voltra.VStack>
  return <Voltra.View>{e}{e}</Voltra.View>
}
