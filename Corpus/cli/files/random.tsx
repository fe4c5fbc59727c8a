import { Voltra } from '@use-voltra/ios'

export default () => <Voltra.Text>{Math.random()}</Voltra.Text>
