//patterns function
import { Voltra } from '@use-voltra/ios'
import * as V from '@use-voltra/ios-server'
import * as React from 'react'
const C = ({ e }) => <Voltra.Text style={e.props.style}>{V.renderWidgetToString({ systemSmall: e })}</Voltra.Text>
export default p => { const e = <Voltra.Text style={{ padding: p.n }}>k</Voltra.Text>; return <Voltra.VStack>{e}<C e={e} />{e}</Voltra.VStack> }
