//patterns function
import { Voltra } from '@use-voltra/ios'
export default function W(props
/*env*/
) {
  let e
  const C = () => { e.props.children[1].props.children = 'changed'; e.props.children[1] = null; e.props.children.push(null); return <Voltra.Text>c</Voltra.Text> }
  e = <Voltra.VStack><C /><Voltra.Text>{props.s}</Voltra.Text></Voltra.VStack>
  return e
}
