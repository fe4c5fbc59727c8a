const symbol = { fs: 13, fw: '600', c: '#F9FAFB' }
const name = { fs: 11, c: '#6B7280' }
const price = { fs: 13, c: '#F9FAFB', fvar: ['tabular-nums'] }
const rise = { fs: 11, c: '#34D399' }
const fall = { fs: 11, c: '#F87171' }
const holding = { pv: 4 }
const heading = { fs: 13, fw: '500', c: '#6B7280' }
const count = { fs: 11, c: '#4B5563' }
const panel = { fl: 1, pad: 13, bg: '#111113' }

const family = ({ title, rows }, styles) => {
  const c = [{
    t: 12,
    c: [
      { t: 0, c: title, p: { s: styles.push(heading) - 1 } },
      { t: 16 },
      { t: 0, c: `${rows.length} holdings`, p: { s: styles.push(count) - 1 } },
    ],
  }]
  for (const row of rows) {
    const up = row.change >= 0
    const s = styles.push(symbol, name, price, up ? rise : fall, holding) - 5
    c.push({
      t: 12,
      c: [
        { t: 4, p: { n: up ? 'arrow.up.right' : 'arrow.down.right', tc: up ? '#34D399' : '#F87171', sz: 12 } },
        {
          t: 11,
          c: [{ t: 0, c: row.symbol, p: { s } }, { t: 0, c: row.name, p: { s: s + 1 } }],
          p: { al: 'leading', sp: 2 },
        },
        { t: 16 },
        {
          t: 11,
          c: [
            { t: 0, c: '$' + row.price.toFixed(2), p: { s: s + 2 } },
            { t: 0, c: (up ? '+' : '') + row.change.toFixed(2) + '%', p: { s: s + 3 } },
          ],
          p: { al: 'trailing', sp: 2 },
        },
      ],
      p: { sp: 8, al: 'center', s: s + 4 },
    })
  }
  return { t: 11, c, p: { al: 'leading', s: styles.push(panel) - 1 } }
}

export default (props) => {
  const s = []
  const systemSmall = family(props, s)
  const systemMedium = family(props, s)
  return { v: 1, systemSmall, systemMedium, systemLarge: family(props, s), s }
}
