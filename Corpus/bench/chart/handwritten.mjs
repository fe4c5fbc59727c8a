const styles = [
  { fs: 15, fw: '600', c: '#F8FAFC' }, { fs: 11, c: '#94A3B8' }, { fl: 1, pad: 12, bg: '#0F172A' },
  { fl: 1, pad: 12, bg: '#0F172A' },
]
const scale = JSON.stringify([['degrees', '#F59E0B'], ['wind', '#38BDF8']])
const area = { c: '#F59E0B33', itp: 'monotone' }
const line = { itp: 'monotone', lw: 2 }
const thin = { lw: 1 }
const bars = { c: '#38BDF8', cr: 2 }

const family = ({ place, hours, warnAbove }, isLarge, s) => {
  const shown = isLarge ? hours : hours.slice(0, 24)
  let low = Infinity
  let high = -Infinity
  for (const { degrees } of shown) {
    if (degrees < low) low = degrees
    if (degrees > high) high = degrees
  }
  const marks = [
    ['area', shown.map((h) => [h.hour, h.degrees]), area],
    ['line', shown.map((h) => [h.hour, h.degrees, 'degrees']), line],
    ['line', shown.map((h) => [h.hour, h.wind, 'wind']), thin],
  ]
  if (high > warnAbove) marks.push(['rule', null, { c: '#EF4444', lw: 1, yv: warnAbove }])
  const wet = shown.filter((h) => h.rain > 0)
  const c = [
    {
      t: 12,
      c: [
        { t: 0, c: place, p: { s: 0 } },
        { t: 16 },
        { t: 0, c: `${low.toFixed(1)}° to ${high.toFixed(1)}°`, p: { s: 1 } },
      ],
    },
    { t: 21, p: { lgv: 'hidden', mrk: JSON.stringify(marks), fss: scale } },
  ]
  if (isLarge) {
    c.push({ t: 21, p: { lgv: 'hidden', mrk: JSON.stringify([['bar', wet.map((h) => [h.hour, h.rain]), bars]]) } })
  }
  c.push({ t: 0, c: `${wet.length} wet hours`, p: { s: 1 } })
  return { t: 11, c, p: { al: 'leading', sp: 6, s } }
}

export default (props) => ({
  v: 1, systemMedium: family(props, false, 2), systemLarge: family(props, true, 3), s: styles,
})
