import { Voltra } from '@use-voltra/ios'

export default () => <Voltra.Text>{new Date().toISOString()}</Voltra.Text>
