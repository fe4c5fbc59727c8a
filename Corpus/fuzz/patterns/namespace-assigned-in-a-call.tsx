//patterns function
import { Voltra } from '@use-voltra/ios'
import * as React from 'react'
export default p => { try { Voltra.Text = p => null } catch (e) { return <Voltra.Text>{e.message}</Voltra.Text> } return <Voltra.VStack><Voltra.Text>a</Voltra.Text></Voltra.VStack> }
