import { Voltra } from '@use-voltra/ios'

function Header({ weather }: { weather?: { temp: number } }) {
  console.log('header', 1)
  return <Voltra.Text>{weather.temp}°</Voltra.Text>
}

export default function Weather(props: object) {
  return (
    <Voltra.VStack>
      <Header {...props} />
    </Voltra.VStack>
  )
}
