const styles = [
  { c: '#FFF', fs: 30 }, { c: '#9AA7BD' }, { fl: 1, pad: 14, bg: '#0B1220' },
  { c: '#FFF', fs: 30 }, { c: '#FFF' }, { c: '#9AA7BD', fs: 12 }, { ml: 10 }, { fl: 1, pad: 14, bg: '#0B1220' },
]

export default ({ degrees, sky, top, bottom }) => ({
  v: 1,
  systemSmall: { t: 11, c: [{ t: 0, c: `${degrees}°`, p: { s: 0 } }, { t: 0, c: sky, p: { s: 1 } }], p: { s: 2 } },
  systemMedium: {
    t: 12,
    c: [
      { t: 0, c: `${degrees}°`, p: { s: 3 } },
      {
        t: 11,
        c: [{ t: 0, c: sky, p: { s: 4 } }, { t: 0, c: `up to ${top}°, down to ${bottom}°`, p: { s: 5 } }],
        p: { s: 6 },
      },
    ],
    p: { s: 7 },
  },
  s: styles,
})
