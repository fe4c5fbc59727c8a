import { Voltra } from '@use-voltra/ios'

interface Row { id: number; name: string; value: number; tags: string[] }

// A small picture of many props: each row is looked at, ten are shown.
export default function Props({ rows }: { rows: Row[] }) {
  let sum = 0
  for (const row of rows) sum += row.value * row.tags.length
  return (
    <Voltra.VStack>
      <Voltra.Text>{rows.length}: {sum.toFixed(2)}</Voltra.Text>
      {rows.slice(0, 10).map((row) => <Voltra.Text key={row.id}>{row.name}</Voltra.Text>)}
    </Voltra.VStack>
  )
}
