const styles = [
  { fs: 11, fw: '600', c: '#2563EB' }, { fs: 12, c: '#111827' }, { pad: 10 }, { pad: 10 },
]

const shorten = (text, length) => {
  if (text.length <= length) return text
  const space = text.lastIndexOf(' ', length)
  return text.slice(0, space > 0 ? space : length) + '…'
}

const family = ({ items, find }, length, s) => ({
  t: 11,
  c: items.map((item) => {
    const c = [
      { t: 0, c: `${item.author.toUpperCase()} · ${item.lang}`, p: { s: 0 } },
      { t: 0, c: shorten(item.text.trim(), length), p: { s: 1, nol: 4 } },
    ]
    const at = item.text.indexOf(find)
    if (at >= 0) c.push({ t: 0, c: `“${find}” at ${at}`, p: { s: 0 } })
    return { t: 11, c, p: { al: 'leading' } }
  }),
  p: { al: 'leading', sp: 4, s },
})

export default (props) => ({
  v: 1, systemMedium: family(props, 120, 2), systemLarge: family(props, 400, 3), s: styles,
})
