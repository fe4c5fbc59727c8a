import { Voltra } from '@use-voltra/ios'

export default () => (
  <Voltra.VStack>
    <Voltra.Text>hello</Voltra.Txt>
  </Voltra.VStack>
)
