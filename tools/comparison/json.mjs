// Node's JSON object on files: one line a measurement, in the form of json-bench.
import fs from 'node:fs'

const measure = (bytes, body) => {
  let best = Infinity
  for (const end = performance.now() + 100; performance.now() < end;) {
    const begin = performance.now()
    body()
    best = Math.min(best, performance.now() - begin)
  }
  return Math.round(bytes / best / 1e3)
}

for (const path of process.argv.slice(2)) {
  const name = path.split('/').pop().split('.')[0]
  const bytes = fs.readFileSync(path)
  const value = JSON.parse(bytes)
  console.log(`${name} node-parse ${measure(bytes.length, () => JSON.parse(bytes))}`)
  console.log(`${name} node-write ${measure(bytes.length, () => Buffer.from(JSON.stringify(value)))}`)
}
