import { Voltra } from '@use-voltra/ios'

console.log('module', { a: 1 })

export default () => {
  console.warn('careful')
  return <Voltra.Text>hi</Voltra.Text>
}
