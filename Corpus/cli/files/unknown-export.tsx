import { town } from './city'

export default () => town
