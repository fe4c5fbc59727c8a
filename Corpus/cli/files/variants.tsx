import { Voltra } from '@use-voltra/ios'

export default { systemSmall: <Voltra.Text>fixed</Voltra.Text> }

export const make = ({ city }: { city: string }) => ({
  systemSmall: <Voltra.Text>{city}</Voltra.Text>,
  systemMedium: <Voltra.Text>{city.toUpperCase()}</Voltra.Text>,
})
