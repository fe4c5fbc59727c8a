const styles = [
  { fs: 9, c: '#94A3B8' }, { fs: 11, fw: '600', c: '#F8FAFC' }, { fl: 1, pad: 2, br: 4, bg: '#1E293B' },
  { fl: 1, pad: 8, bg: '#0F172A' },
]

const cell = ({ id, label, value }) => ({
  t: 11,
  i: 'c' + id,
  c: [
    { t: 0, c: label, p: { s: 0 } },
    { t: 0, c: String(value), p: { s: 1, nol: 1 } },
    { t: 6, p: { v: value, max: 100, pc: '#34D399', h: 3 } },
  ],
  p: { al: 'leading', s: 2 },
})

export default ({ cells }) => ({
  v: 1,
  systemLarge: { t: 11, c: cells.map((row) => ({ t: 12, c: row.map(cell), p: { sp: 2 } })), p: { sp: 2, s: 3 } },
  s: styles,
})
