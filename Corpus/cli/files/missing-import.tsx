import { format } from './format'

export default () => format()
