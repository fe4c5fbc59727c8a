import { Voltra } from '@use-voltra/ios'

// One component in another, as deep as asked for.
function Level({ left }: { left: number }): JSX.Element {
  if (left === 0) return <Voltra.Text>end</Voltra.Text>
  return <Voltra.VStack><Level left={left - 1} /></Voltra.VStack>
}

export default function Nesting({ depth }: { depth: number }) {
  return <Level left={depth} />
}
