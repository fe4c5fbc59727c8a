const text = { fs: 10, c: '#334155' }
const top = { pl: 0 }
const inner = { pl: 4 }

const branch = (part, level, styles) => {
  const c = [{ t: 0, c: `${level}. ${part.label}`, p: { s: 0 } }]
  let count = 1
  if (part.parts) {
    for (const below of part.parts) {
      const [node, sum] = branch(below, level + 1, styles)
      c.push(node)
      count += sum
    }
  }
  const s = styles.push(level === 0 ? top : inner) - 1
  return [{ t: 11, c, p: { al: 'leading', s } }, count]
}

export default ({ root }) => {
  const s = [text]
  const [node, count] = branch(root, 0, s)
  return { v: 1, systemLarge: { t: 11, c: [node, { t: 0, c: `${count} parts` }] }, s }
}
