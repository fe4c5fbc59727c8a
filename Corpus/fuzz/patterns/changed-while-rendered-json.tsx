//patterns function
import { Voltra } from '@use-voltra/ios'
export default function W(props
/*env*/
) {
  let e
  const x = { toJSON() { e.props.opacity = 7; e.props.spacing = 'late'; e.props.fresh = 1; return 1 } }
  e = <Voltra.VStack title={x} opacity={props.n} spacing={props.n} />
  return e
}
