const heading = { fs: 16, fw: '700' }
const small = { fs: 10, c: '#6B7280' }
const row = { pv: 3, ph: 6, br: 6 }
const open = { fs: 13, c: '#111827' }
const closed = { fs: 13, c: '#9CA3AF', tdl: 'line-through' }
const panel = { fl: 1, pad: 10, bg: '#FFFFFF' }

export default ({ name, tasks }) => {
  const styles = [heading, small]
  let openIndex = -1
  let closedIndex = -1
  let rowIndex = -1
  let done = 0
  let left = 0
  const c = [null, null]
  for (const task of tasks) {
    let text
    if (task.done) {
      done++
      if (closedIndex < 0) closedIndex = styles.push(closed) - 1
      text = closedIndex
    } else {
      left += task.minutes
      if (openIndex < 0) openIndex = styles.push(open) - 1
      text = openIndex
    }
    const lines = [{ t: 0, c: task.title, p: { s: text, nol: 1 } }]
    if (task.tags.length > 0) lines.push({ t: 0, c: '#' + task.tags.join(' #'), p: { s: 1 } })
    if (rowIndex < 0) rowIndex = styles.push(row) - 1
    c.push({
      t: 19,
      c: {
        t: 12,
        i: task.id,
        c: [
          { t: 4, p: task.done ? { n: 'checkmark.circle.fill', tc: '#10B981' } : { n: 'circle', tc: '#D1D5DB' } },
          { t: 11, c: lines, p: { al: 'leading' } },
          { t: 16 },
          { t: 0, c: `${task.project}, ${task.minutes} min`, p: { s: 1 } },
        ],
        p: { sp: 6, s: rowIndex },
      },
      p: { dest: 'app://task/' + task.id },
    })
  }
  c[0] = {
    t: 12,
    c: [
      { t: 0, c: name, p: { s: 0 } },
      { t: 16 },
      { t: 0, c: `${done}/${tasks.length}, ${left} min left`, p: { s: 1 } },
    ],
  }
  c[1] = { t: 6, p: { v: done, max: tasks.length, pc: '#10B981' } }
  const s = styles.push(panel) - 1
  return { v: 1, systemLarge: { t: 11, c, p: { al: 'leading', sp: 2, s } }, s: styles }
}
