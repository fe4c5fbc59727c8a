//patterns function
import { Voltra } from '@use-voltra/ios'
import * as V from '@use-voltra/ios-server'
import * as React from 'react'
const o = <Voltra.VStack a={1}>{null}</Voltra.VStack>
let e; const C = () => { e.props.opacity = 5; return null }
e = <Voltra.VStack opacity={o ? 1 : 2}><C /></Voltra.VStack>
const text = JSON.stringify(V.renderWidgetToJson({ systemSmall: e }))
export default p => <Voltra.Text>{text}</Voltra.Text>
