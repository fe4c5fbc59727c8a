import { Voltra } from '@use-voltra/ios'

interface Task { id: string; title: string; project: string; done: boolean; minutes: number; tags: string[] }

const row = { paddingVertical: 3, paddingHorizontal: 6, borderRadius: 6 }
const open = { fontSize: 13, color: '#111827' }
const closed = { fontSize: 13, color: '#9CA3AF', textDecorationLine: 'line-through' } as const
const small = { fontSize: 10, color: '#6B7280' }

const Item = ({ task }: { task: Task }) => (
  <Voltra.Link destination={`app://task/${task.id}`}>
    <Voltra.HStack id={task.id} spacing={6} style={row}>
      <Voltra.Symbol name={task.done ? 'checkmark.circle.fill' : 'circle'} tintColor={task.done ? '#10B981' : '#D1D5DB'} />
      <Voltra.VStack alignment="leading">
        <Voltra.Text style={task.done ? closed : open} numberOfLines={1}>{task.title}</Voltra.Text>
        {task.tags.length > 0 && <Voltra.Text style={small}>{task.tags.map((tag) => '#' + tag).join(' ')}</Voltra.Text>}
      </Voltra.VStack>
      <Voltra.Spacer />
      <Voltra.Text style={small}>{task.project}, {task.minutes} min</Voltra.Text>
    </Voltra.HStack>
  </Voltra.Link>
)

export default function Tasks({ name, tasks }: { name: string; tasks: Task[] }) {
  const done = tasks.filter((task) => task.done).length
  const left = tasks.reduce((sum, task) => (task.done ? sum : sum + task.minutes), 0)
  return (
    <Voltra.VStack alignment="leading" spacing={2} style={{ flex: 1, padding: 10, backgroundColor: '#FFFFFF' }}>
      <Voltra.HStack>
        <Voltra.Text style={{ fontSize: 16, fontWeight: '700' }}>{name}</Voltra.Text>
        <Voltra.Spacer />
        <Voltra.Text style={small}>{done}/{tasks.length}, {left} min left</Voltra.Text>
      </Voltra.HStack>
      <Voltra.LinearProgressView value={done} maximumValue={tasks.length} progressColor="#10B981" />
      {tasks.map((task) => <Item key={task.id} task={task} />)}
    </Voltra.VStack>
  )
}
