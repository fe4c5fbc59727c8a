import { Voltra } from '@use-voltra/ios'

export default function Weather({ city, degrees }, env) {
  return (
    <Voltra.VStack>
      <Voltra.Text>{city}</Voltra.Text>
      <Voltra.Text>{degrees.toFixed(0)}°{env.configuration.unit ?? 'C'}</Voltra.Text>
    </Voltra.VStack>
  )
}
