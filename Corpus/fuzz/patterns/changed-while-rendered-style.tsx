//patterns function
import { Voltra } from '@use-voltra/ios'
export default function W(props
/*env*/
) {
  let e
  const C = () => { e.props.style.padding = 5; e.props.style.margin = 1; return null }
  e = <Voltra.VStack style={{ padding: props.n }}><C /></Voltra.VStack>
  return e
}
