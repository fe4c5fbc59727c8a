//patterns function
import { Voltra } from '@use-voltra/ios'
import * as React from 'react'
Voltra.Text = p => <Voltra.View />
export default p => <Voltra.VStack><Voltra.Text>a</Voltra.Text></Voltra.VStack>
