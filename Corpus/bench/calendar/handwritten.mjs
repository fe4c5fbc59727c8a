const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'Europe/Berlin' })
const time = new Intl.DateTimeFormat('de-DE', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Berlin' })
const money = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' })
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat('en-US')
const styles = [{ fs: 11, c: '#6B7280' }, { fs: 12, fw: '600', c: '#111827' }, { pad: 10 }]

export default ({ entries }) => {
  let sum = 0
  const c = entries.map((entry) => {
    const start = new Date(entry.start)
    sum += entry.price
    return {
      t: 12,
      c: [
        { t: 0, c: day.format(start), p: { s: 0 } },
        { t: 0, c: time.format(start), p: { s: 0 } },
        { t: 0, c: entry.title, p: { s: 1 } },
        { t: 16 },
        { t: 0, c: money.format(entry.price), p: { s: 1 } },
        { t: 0, c: percent.format(entry.share), p: { s: 0 } },
      ],
      p: { sp: 6 },
    }
  })
  c.push({ t: 0, c: `${whole.format(sum * 1000)} of ${money.format(sum)}`, p: { s: 1 } })
  return { v: 1, systemLarge: { t: 11, c, p: { al: 'leading', s: 2 } }, s: styles }
}
