import { Voltra } from '@use-voltra/ios'

// Whole numbers, fractions and calls, without a single object.
function collatz(start: number): number {
  let n = start
  let steps = 0
  while (n !== 1) {
    n = n % 2 === 0 ? n / 2 : 3 * n + 1
    steps++
  }
  return steps
}

export default function Arithmetic({ to }: { to: number }) {
  let longest = 0
  let sum = 0
  for (let n = 1; n <= to; n++) {
    longest = Math.max(longest, collatz(n))
    sum += 1 / (n * n)
  }
  return <Voltra.Text>{longest} {sum.toFixed(6)}</Voltra.Text>
}
