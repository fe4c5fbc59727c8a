const heading = { fs: 14, fw: '700' }
const name = { fs: 10, c: '#374151' }
const cell = { fs: 10, w: 48, ta: 'right', fvar: ['tabular-nums'] }
const total = { ...cell, fw: '600' }
const even = { bg: '#F9FAFB', pv: 1 }
const odd = { bg: '#FFFFFF', pv: 1 }
const styles = [heading, name, cell, total, even, odd, { pad: 8 }]

export default ({ title, rows }) => {
  let all = 0
  const c = [{ t: 0, c: title, p: { s: 0 } }]
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]
    const cells = [{ t: 0, c: `${row.name} (${row.unit})`, p: { s: 1, nol: 1 } }, { t: 16 }]
    let sum = 0
    for (const value of row.values) {
      sum += value ?? 0
      cells.push({ t: 0, c: value === null ? '–' : value.toFixed(1), p: { s: 2 } })
    }
    all += sum
    cells.push({ t: 0, c: sum.toFixed(1), p: { s: 3 } })
    c.push({ t: 12, i: 'row-' + row.id, c: cells, p: { s: index % 2 ? 5 : 4 } })
  }
  c.push({ t: 0, c: all.toFixed(2), p: { s: 3 } })
  return { v: 1, systemExtraLarge: { t: 11, c, p: { sp: 0, s: 6 } }, s: styles }
}
