import { Voltra } from '@use-voltra/ios'

// Joining, cutting, searching and a regular expression.
export default function Strings({ to }: { to: number }) {
  const words: string[] = []
  for (let i = 0; i < to; i++) words.push(`word-${i}`.padStart(10, '.').toUpperCase())
  const line = words.join(' ')
  const parts = line.split(' ').map((word) => word.slice(2).trim())
  const found = parts.filter((word) => word.includes('1') && word.endsWith('0'))
  const swapped = line.replace(/WORD-(\d+)/g, (_, digits: string) => digits)
  return <Voltra.Text>{line.length} {found.length} {swapped.length}</Voltra.Text>
}
