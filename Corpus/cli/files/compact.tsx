import { Voltra } from '@use-voltra/ios'

const Row = ({ name, price }: { name: string; price: string }) => (
  <Voltra.HStack style={{ padding: 4, backgroundColor: '#101418' }}>
    <Voltra.Text style={{ fontSize: 12, color: '#94A3B8' }}>{name}</Voltra.Text>
    <Voltra.Text style={{ color: '#94A3B8', fontSize: 12 }}>{price}</Voltra.Text>
  </Voltra.HStack>
)

export const none = { systemSmall: null, systemLarge: false }

export default {
  systemMedium: [<Row name="Gold" price="1" />, null, <Row name="Tin" price="2" />],
  systemSmall: <Row name="Gold" price="1" />,
  systemLarge: null,
  accessoryInline: false,
}
