import { Voltra } from '@use-voltra/ios';

export default function Endless() {
  let sum = 0;
  while (true) sum += 1;
  return <Voltra.Text>{sum}</Voltra.Text>;
}
