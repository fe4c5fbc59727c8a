import { Voltra } from '@use-voltra/ios'

// As many Texts as asked for, ten a row.
const row = { padding: 2 }

export default function Nodes({ count }: { count: number }) {
  const rows = []
  for (let first = 0; first < count; first += 10) {
    const texts = []
    for (let i = first; i < Math.min(first + 10, count); i++) texts.push(<Voltra.Text key={i}>{i}</Voltra.Text>)
    rows.push(<Voltra.HStack key={first} style={row}>{texts}</Voltra.HStack>)
  }
  return <Voltra.VStack>{rows}</Voltra.VStack>
}
