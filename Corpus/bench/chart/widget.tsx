import { Voltra } from '@use-voltra/ios'

interface Hour { hour: string; degrees: number; rain: number; wind: number }
interface Props { place: string; hours: Hour[]; warnAbove: number }

const title = { fontSize: 15, fontWeight: '600', color: '#F8FAFC' } as const
const note = { fontSize: 11, color: '#94A3B8' }

export default function Forecast({ place, hours, warnAbove }: Props, env: { widgetFamily: string }) {
  const isLarge = env.widgetFamily === 'systemLarge'
  const shown = isLarge ? hours : hours.slice(0, 24)
  let low = Infinity
  let high = -Infinity
  for (const { degrees } of shown) {
    if (degrees < low) low = degrees
    if (degrees > high) high = degrees
  }
  return (
    <Voltra.VStack alignment="leading" spacing={6} style={{ flex: 1, padding: 12, backgroundColor: '#0F172A' }}>
      <Voltra.HStack>
        <Voltra.Text style={title}>{place}</Voltra.Text>
        <Voltra.Spacer />
        <Voltra.Text style={note}>{low.toFixed(1)}° to {high.toFixed(1)}°</Voltra.Text>
      </Voltra.HStack>
      <Voltra.Chart legendVisibility="hidden" foregroundStyleScale={{ degrees: '#F59E0B', wind: '#38BDF8' }}>
        <Voltra.AreaMark data={shown.map((h) => ({ x: h.hour, y: h.degrees }))} color="#F59E0B33" interpolation="monotone" />
        <Voltra.LineMark data={shown.map((h) => ({ x: h.hour, y: h.degrees, series: 'degrees' }))} lineWidth={2} interpolation="monotone" />
        <Voltra.LineMark data={shown.map((h) => ({ x: h.hour, y: h.wind, series: 'wind' }))} lineWidth={1} />
        {high > warnAbove && <Voltra.RuleMark yValue={warnAbove} color="#EF4444" lineWidth={1} />}
      </Voltra.Chart>
      {isLarge && (
        <Voltra.Chart legendVisibility="hidden">
          <Voltra.BarMark data={shown.filter((h) => h.rain > 0).map((h) => ({ x: h.hour, y: h.rain }))} color="#38BDF8" cornerRadius={2} />
        </Voltra.Chart>
      )}
      <Voltra.Text style={note}>{shown.filter((h) => h.rain > 0).length} wet hours</Voltra.Text>
    </Voltra.VStack>
  )
}
