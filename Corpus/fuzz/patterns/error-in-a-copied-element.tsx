//patterns function
import { Voltra } from '@use-voltra/ios'
import * as React from 'react'
const Theme = React.createContext('light')
let counter = 0
let kept = null
const shared = { fontSize: 12, color: '#123' }
const nested = { padding: undefined, shadowOffset: { width: 1, height: null }, margin: null }
const styles = [shared, null, { fontSize: 13 }]
const weak = new WeakMap()
const table = new Map()
const bad = { get fontSize() { throw new Error('getter') } }
const hidden = { toJSON() { throw new RangeError('toJSON') } }
const twice = { toJSON(key) { return { key, n: 1 } } }
const props = { n: 2, s: 'module', list: [1], style: { padding: 8 }, children: null }
const nodes = v => typeof v === 'object' && !(Array.isArray(v) && v.some(x => typeof x !== 'object')) ? v : null
const pile = []
const found = /a/g
const bag = { n: 0 }
const steps = [1, 2, 3, 4, 5, 6, 7, 8][Symbol.iterator]()
const made = new Set()
const day = new Date(0)
class Count { static #n = 0; static more() { return ++Count.#n } }
const tag = parts => parts
const once = () => tag`x${1}`
const effects = [
  () => pile.push(1), () => pile.length, () => found.test('aa') + found.lastIndex, () => bag.n++,
  () => (bag['k' + Object.keys(bag).length] = 1), () => steps.next().value, () => made.add({}).size,
  () => day.setMilliseconds(day.getMilliseconds() + 1), () => Count.more(), () => counter++,
  () => delete bag.k1, () => pile.splice(0, 1).length, () => (globalThis.seen = (globalThis.seen ?? 0) + 1),
  () => (Array.prototype.extra = (Array.prototype.extra ?? 0) + 1), () => table.set(table.size, 1).size,
  () => pile.sort().length, () => (pile.length = 3), () => Object.isFrozen(Object.freeze(styles)),
  () => Math.random() < 2, () => console.log('line'), () => { const t = once(); return weak.has(t) || !weak.set(t, 1) },
  () => kept === null, () => (kept = {}), () => (shared.fontSize += 1), () => React.useId?.(),
  () => { const [n, set] = React.useState(() => ++counter); return n }, () => (Theme.extra = 1 + (Theme.extra ?? 0)),
  () => React.useMemo(() => bag.n++, []), () => (React.useRef(0).current += 1), () => Symbol.for('z').description,
  () => new Error('e').stack?.length > 0, () => structuredClone(bag).n, () => Object.defineProperty(bag, 'n', { value: 7, configurable: true }).n,
]
const keyed = { toString() { counter++; return 'k' + counter } }
const show = v => {
  if (typeof v === 'object' && v !== null) return JSON.stringify(v)?.slice(0, 200)
  return String(v).slice(0, 60)
}
const m0 = <Voltra.Text s={{ shadowOffset: { a: undefined }, shadowOffset: `t${props.n}`, 0: -0, shadowOffset: [{ rotate: '45deg' }] }}>{'a'}{1e21}{1/3}</Voltra.Text>
function C0({ children, title, ...p }) { return <Voltra.HStack {...p}>{nodes(children)}{nodes(title)}</Voltra.HStack> }
function C1(p) { return nodes(p.children) }
function C2(p, legacy) { return null }
export default function Widget(props
/*env*/
) {
  const log = []
  const see = f => { try { log.push(show(f())) } catch (e) { log.push('!' + e.message) } }
  let e0
  e0 = <Voltra.Text>{[1, 2].map(n => n + 'x'.repeat(40))}{['\n\u0001', 2.5]}</Voltra.Text>
  let e1 = <Voltra.Image source={{ assetName: 'a' }} />
  let e2 = <Voltra.Text style={{  }}></Voltra.Text>
  see(() => { m0.props.children = <Voltra.Toggle weight={e1} layout={props.s} style={props.style}><Voltra.Chart><Voltra.BarMark data={[{ x: 'a', y: 1 + 2 }]} /></Voltra.Chart>{false && <Voltra.Text children={<Voltra.Text key={1n} style={{ flex: 1 + 2, x: '\u2028', 0: 'q"\\' }} style={{ 0: Infinity, x: '\n\u0001', fontWeight: { a: undefined } }} style={{  }}>{false}{'abc'.slice(1)}</Voltra.Text>} style={{  }} numberOfLines={e2} maskElement={<Voltra.Text></Voltra.Text>}>{<>{'abc'.slice(1)}</>}</Voltra.Text>}<Voltra.Text id={null} opacity scale={'\ud83d'} deepLink>{<>{'é中'}</>}</Voltra.Text><Theme.Provider value={'abc'.slice(1)}><Voltra.Text>é😀</Voltra.Text></Theme.Provider></Voltra.Toggle>; return 1 })
  see(() => e0.key)
  see(() => Array.isArray(m0.props.children))
  const Last = () => <Voltra.Text style={{ fontSize: log.length }}>{log.join()}</Voltra.Text>
  return <Voltra.VStack>{log.length > 0 && <Voltra.Text>{log.join('|')}</Voltra.Text>}<Voltra.VStack id="" style={{  }} flag>{[null]}<C0 key="k"><Voltra.GlassContainer></Voltra.GlassContainer>{[1, 2].map(n => <Voltra.Mask>{[<Voltra.GroupBox opacity deepLink alignment={[]} deepLink></Voltra.GroupBox>, <Voltra.Text>é😀\{undefined}</Voltra.Text>]}{{ ...m0 }}{props.n ? <Voltra.ZStack><Voltra.Text key={undefined}>"q"{[1, 2].map(n => n + `t${props.n}`)}{props.n}</Voltra.Text>{e0}{null && <Voltra.Text s={counter}></Voltra.Text>}</Voltra.ZStack> : <Voltra.Text p="&lt;" style={{  }} spacing={`t${props.n}`}>a &amp; b</Voltra.Text>}</Voltra.Mask>)}<Voltra.Divider weight={{ fontWeight: 1n, fontWeight: shared }} numberOfLines={{ toJSON() { return counter++ } }} children={false} n={[null]} /><Theme.Provider value={'\ud83d'}><Voltra.LinearGradient colors={['#f00', '\ud83d']} alignment={hidden} p={e1} style={{  }} style={{ 'width': undefined, fontSize: { width: 1, height: null } }} /></Theme.Provider></C0></Voltra.VStack><Last /></Voltra.VStack>
}
