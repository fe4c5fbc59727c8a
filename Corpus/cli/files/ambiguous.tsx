import { Voltra } from '@use-voltra/ios'
import { name } from './name'

export default () => <Voltra.Text>{name}</Voltra.Text>
