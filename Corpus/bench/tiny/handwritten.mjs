export default ({ text }) => ({ v: 1, systemSmall: { t: 0, c: text } })
