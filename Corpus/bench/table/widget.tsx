import { Voltra } from '@use-voltra/ios'

interface Row { id: number; name: string; unit: string; values: (number | null)[] }

const even = { backgroundColor: '#F9FAFB', paddingVertical: 1 }
const odd = { backgroundColor: '#FFFFFF', paddingVertical: 1 }
const cell = { fontSize: 10, width: 48, textAlign: 'right', fontVariant: ['tabular-nums'] } as const
const total = { ...cell, fontWeight: '600' } as const
const name = { fontSize: 10, color: '#374151' }

export default function Table({ title, rows }: { title: string; rows: Row[] }) {
  let all = 0
  return (
    <Voltra.VStack spacing={0} style={{ padding: 8 }}>
      <Voltra.Text style={{ fontSize: 14, fontWeight: '700' }}>{title}</Voltra.Text>
      {rows.map((row, index) => {
        let sum = 0
        for (const value of row.values) sum += value ?? 0
        all += sum
        return (
          <Voltra.HStack key={row.id} id={`row-${row.id}`} style={index % 2 ? odd : even}>
            <Voltra.Text style={name} numberOfLines={1}>{row.name} ({row.unit})</Voltra.Text>
            <Voltra.Spacer />
            {row.values.map((value, column) => (
              <Voltra.Text key={column} style={cell}>{value === null ? '–' : value.toFixed(1)}</Voltra.Text>
            ))}
            <Voltra.Text style={total}>{sum.toFixed(1)}</Voltra.Text>
          </Voltra.HStack>
        )
      })}
      <Voltra.Text style={total}>{all.toFixed(2)}</Voltra.Text>
    </Voltra.VStack>
  )
}
