import { Voltra } from '@use-voltra/ios'

interface Part { label: string; parts?: Part[] }

const text = { fontSize: 10, color: '#334155' }

const count = (part: Part): number => 1 + (part.parts ?? []).reduce((sum, inner) => sum + count(inner), 0)

function Branch({ part, level }: { part: Part; level: number }): JSX.Element {
  return (
    <Voltra.VStack alignment="leading" style={{ paddingLeft: level === 0 ? 0 : 4 }}>
      <Voltra.Text style={text}>{level}. {part.label}</Voltra.Text>
      {part.parts?.map((inner, index) => <Branch key={index} part={inner} level={level + 1} />)}
    </Voltra.VStack>
  )
}

export default function Outline({ root }: { root: Part }) {
  return (
    <Voltra.VStack>
      <Branch part={root} level={0} />
      <Voltra.Text>{count(root)} parts</Voltra.Text>
    </Voltra.VStack>
  )
}
