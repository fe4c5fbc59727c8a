#!/usr/bin/env node
// Prints doubles of random bits (SplitMix64 from seed 1), a line each: print-doubles.js COUNT
// `json-bench --doubles COUNT` must print the same bytes.
const fs = require("fs");
const count = Number(process.argv[2] || 1000);
const mask = (1n << 64n) - 1n;
const view = new DataView(new ArrayBuffer(8));
let state = 1n;
let lines = [];
for (let i = 1; i <= count; i++) {
  state = (state + 0x9e3779b97f4a7c15n) & mask;
  let bits = state;
  bits = ((bits ^ (bits >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
  bits = ((bits ^ (bits >> 27n)) * 0x94d049bb133111ebn) & mask;
  bits ^= bits >> 31n;
  view.setBigUint64(0, bits);
  lines.push(String(view.getFloat64(0)));
  if (lines.length === 10000 || i === count) {
    fs.writeSync(1, lines.join("\n") + "\n");
    lines = [];
  }
}
