import { Voltra } from '@use-voltra/ios'

export default function Weather({ city, temp }: { city: string; temp: number }) {
  return (
    <Voltra.VStack spacing={4}>
      <Voltra.Text>{city}</Voltra.Text>
      <Voltra.Text>{temp}°</Voltra.Text>
    </Voltra.VStack>
  )
}
