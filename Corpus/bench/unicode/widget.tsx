import { Voltra } from '@use-voltra/ios'

interface Item { author: string; text: string; lang: string }

const author = { fontSize: 11, fontWeight: '600', color: '#2563EB' } as const
const body = { fontSize: 12, color: '#111827' }

function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const space = text.lastIndexOf(' ', length)
  return text.slice(0, space > 0 ? space : length) + '…'
}

export default function Feed({ items, find }: { items: Item[]; find: string }, env: { widgetFamily: string }) {
  const length = env.widgetFamily === 'systemLarge' ? 400 : 120
  return (
    <Voltra.VStack alignment="leading" spacing={4} style={{ padding: 10 }}>
      {items.map((item, index) => (
        <Voltra.VStack key={index} alignment="leading">
          <Voltra.Text style={author}>{item.author.toUpperCase()} · {item.lang}</Voltra.Text>
          <Voltra.Text style={body} numberOfLines={4}>{shorten(item.text.trim(), length)}</Voltra.Text>
          {item.text.includes(find) && <Voltra.Text style={author}>“{find}” at {item.text.indexOf(find)}</Voltra.Text>}
        </Voltra.VStack>
      ))}
    </Voltra.VStack>
  )
}
