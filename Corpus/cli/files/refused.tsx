import { Voltra } from '@use-voltra/ios'

console.log('drawn')

export default {
  systemSmall: (
    <Voltra.VStack spacing={0 / 0}>
      <Voltra.Gauge id="fuel" minimumValue={5} maximumValue={2} />
      <Voltra.Button id="same" />
      <Voltra.Button id="same" title="b" />
      <Voltra.Text id={7} style={{ padding: Infinity }}>{NaN}</Voltra.Text>
    </Voltra.VStack>
  ),
  'systemTiny\n': <Voltra.Text>t</Voltra.Text>,
  accessoryInline: false,
  e: <Voltra.Divider />,
}

export const live = { lockScreen: <Voltra.Gauge minimumValue={5} maximumValue={2} /> }
