import { city } from './inner'

export default () => city
