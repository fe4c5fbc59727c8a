import { Voltra } from '@use-voltra/ios'

interface Point { x: number; y: number; name: string }

// Object literals, spreads, closures, and the usual methods of arrays.
export default function Objects({ to }: { to: number }) {
  const points: Point[] = Array.from({ length: to }, (_, i) => ({ x: i, y: (i * 7) % 31, name: 'p' + (i % 10) }))
  const moved = points.map((p) => ({ ...p, x: p.x + 1 })).filter(({ y }) => y > 3)
  const groups = new Map<string, number>()
  for (const { name, x, y } of moved) groups.set(name, (groups.get(name) ?? 0) + x * y)
  const sorted = [...moved].sort((a, b) => a.y - b.y || b.x - a.x)
  const [first] = sorted
  return <Voltra.Text>{groups.size} {moved.reduce((sum, p) => sum + p.x, 0)} {first.name}</Voltra.Text>
}
