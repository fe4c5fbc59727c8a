// Times the hand-written function of a widget: props bytes in, payload bytes out.
//
//     node tools/comparison/worker.mjs WIDGET               then milliseconds, a line a round
//     node tools/comparison/worker.mjs WIDGET --latency RUNS
//
// What a Node server would do without any renderer: JSON.parse, build the object, JSON.stringify,
// encode. The buffer that the bytes go to is made once. The payload is checked first.
import fs from 'node:fs'

const [widget, option, count] = process.argv.slice(2)
const folder = new URL(`../../Corpus/bench/${widget}/`, import.meta.url)
const build = (await import(new URL('handwritten.mjs', folder))).default
const props = fs.readFileSync(new URL('props.json', folder))
const expected = fs.readFileSync(new URL('expected.json', folder))
const output = Buffer.alloc(expected.length * 3 + 64)
let length = 0
const run = () => { length = output.write(JSON.stringify(build(JSON.parse(props)))) }

run()
if (!output.subarray(0, length).equals(expected)) {
  console.error(`${widget}: the hand-written function gives other bytes`)
  process.exit(1)
}

const now = () => Number(process.hrtime.bigint())
const time = (batch) => {
  const begin = now()
  for (let i = 0; i < batch; i++) run()
  return (now() - begin) / batch
}

// Half a second for the compilers of the engine, then batches of 0.4 ms at least.
for (const end = now() + 5e8; now() < end;) run()

if (option === '--latency') {
  const samples = []
  for (let i = 0; i < Number(count); i++) samples.push(time(1))
  samples.sort((a, b) => a - b)
  const parts = [0, 0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 0.9995, 0.9999, 1]
  const curve = parts.map((part) => [part, samples[Math.round(part * (samples.length - 1))]])
  console.log(JSON.stringify({ name: widget, runs: samples.length, curve }))
  process.exit(0)
}

const batch = Math.max(1, Math.ceil(4e5 / time(50)))
fs.writeSync(1, 'ready\n')
const line = Buffer.alloc(64)
while (true) {
  const size = fs.readSync(0, line)
  if (size === 0) break
  const end = now() + Number(line.toString('latin1', 0, size)) * 1e6
  const samples = []
  do { samples.push(time(batch)) } while (now() < end)
  fs.writeSync(1, samples.map((sample) => Math.round(sample * 10)).join(' ') + '\n')
}
