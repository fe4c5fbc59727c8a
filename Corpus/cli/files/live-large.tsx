import { Voltra } from '@use-voltra/ios'

// Text that hardly compresses, always the same.
const noise = (count: number) => {
  let state = 1
  let text = ''
  while (text.length < count) {
    state = (state * 48271) % 2147483647
    text += state.toString(36)
  }
  return text
}

export default {
  lockScreen: <Voltra.Text>{noise(4000)}</Voltra.Text>,
  island: { minimal: <Voltra.Symbol name="star" /> },
}

export const close = { lockScreen: <Voltra.Text>{noise(3500)}</Voltra.Text> }

export const repeated = {
  lockScreen: (
    <Voltra.VStack>
      {Array.from({ length: 200 }, () => (
        <Voltra.Text style={{ color: 'red' }}>again and again</Voltra.Text>
      ))}
    </Voltra.VStack>
  ),
}
