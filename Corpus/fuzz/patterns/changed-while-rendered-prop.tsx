//patterns function
import { Voltra } from '@use-voltra/ios'
export default function W(props
/*env*/
) {
  let e
  const C = () => { e.props.opacity = 5; return null }
  e = <Voltra.VStack opacity={props.n}><C /></Voltra.VStack>
  return e
}
