import { Voltra } from '@use-voltra/ios'

interface Entry { title: string; start: string; price: number; share: number }

const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'Europe/Berlin' })
const time = new Intl.DateTimeFormat('de-DE', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Berlin' })
const money = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' })
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat('en-US')

const label = { fontSize: 11, color: '#6B7280' }
const strong = { fontSize: 12, fontWeight: '600', color: '#111827' } as const

export default function Calendar({ entries }: { entries: Entry[] }) {
  let sum = 0
  return (
    <Voltra.VStack alignment="leading" style={{ padding: 10 }}>
      {entries.map((entry, index) => {
        const start = new Date(entry.start)
        sum += entry.price
        return (
          <Voltra.HStack key={index} spacing={6}>
            <Voltra.Text style={label}>{day.format(start)}</Voltra.Text>
            <Voltra.Text style={label}>{time.format(start)}</Voltra.Text>
            <Voltra.Text style={strong}>{entry.title}</Voltra.Text>
            <Voltra.Spacer />
            <Voltra.Text style={strong}>{money.format(entry.price)}</Voltra.Text>
            <Voltra.Text style={label}>{percent.format(entry.share)}</Voltra.Text>
          </Voltra.HStack>
        )
      })}
      <Voltra.Text style={strong}>{whole.format(sum * 1000)} of {money.format(sum)}</Voltra.Text>
    </Voltra.VStack>
  )
}
