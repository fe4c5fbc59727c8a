import { Voltra } from '@use-voltra/ios'

export default ({ city }: { city: string }) => ({
  lockScreen: <Voltra.Text>{city}</Voltra.Text>,
  island: { minimal: <Voltra.Text>m</Voltra.Text> },
})
