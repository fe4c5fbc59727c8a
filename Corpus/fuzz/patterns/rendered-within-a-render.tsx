//patterns function
import { Voltra, renderWidgetToString } from '@use-voltra/ios'
import * as V from '@use-voltra/ios-server'
export default function W(props
/*env*/
) {
  const i = <Voltra.Text style={{ padding: props.n }}>i</Voltra.Text>
  const o = <Voltra.HStack style={{ margin: props.n }}>{i}<Voltra.Text>k</Voltra.Text></Voltra.HStack>
  const C = () => <Voltra.Text>{JSON.stringify((V.renderWidgetToString ?? V.renderLiveActivityToString)({ systemSmall: o, lockScreen: o }))}</Voltra.Text>
  return <Voltra.VStack>{o}<C />{o}{i}<Voltra.Text style={{ margin: props.n }}>{Object.keys(V).join()}</Voltra.Text></Voltra.VStack>
}
