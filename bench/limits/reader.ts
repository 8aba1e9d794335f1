import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { until } from '../../harness/until.ts'
import { eventsChannel } from '../../src/platform/db/channels.ts'
import { createSessions, getRequest } from '../fleet.ts'
import { secret } from '../processes.ts'
import type { Cost, Measure } from './costs.ts'
import type { MeasuredService } from './process.ts'

/** What the reader of events of a process costs for each event, with so many streams open. */
export interface ReaderCost {
  streams: number
  events: number
  serviceMicros: number
  postgresMicros: number
}

const streamCounts = [1, 200]
const eventCount = 2000
const eventsAtOnce = 20

/** Opens streams of an admin and of caregivers, and appends events of incidents, each of another patient. */
export async function measureReader(
  { ctx, app }: MeasuredService,
  measure: Measure,
  url: string,
): Promise<ReaderCost[]> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  await ctx.db.query(
    `insert into users (id, email, password_hash, first_name, last_name, role, created_at)
     values (gen_random_uuid(), 'admin@bench.example', 'unused', 'Bench', 'Admin', 'ADMIN', $1)`,
    [ctx.now()],
  )
  const people = await ctx.db.query<{ id: string }>(
    `select id from users where role in ('ADMIN', 'CAREGIVER') order by role, id limit $1`,
    [Math.max(...streamCounts)],
  )
  const tokens = await createSessions(
    url,
    secret,
    people.map(({ id }) => ({ id, key: '' })),
  )
  const [{ incidents = 0 } = {}] = await ctx.db.query<{ incidents: number }>(
    'select count(*)::int as incidents from incidents',
  )
  const costs: ReaderCost[] = []
  for (const streams of streamCounts) {
    const opened = await Promise.all(tokens.slice(0, streams).map((token) => openStream(port, token)))
    const [admin] = opened
    const cost = await measure(
      async () => {
        const before = admin?.count() ?? 0
        for (let i = 0; i < eventCount; i += eventsAtOnce)
          await appendEvents(ctx, i % Math.max(1, incidents - eventsAtOnce))
        await until(
          () => (admin?.count() ?? 0) >= before + eventCount,
          60_000,
          'all events at the stream of the admin',
        )
      },
      { maxRuns: 1 },
    )
    costs.push({ streams, events: eventCount, ...perEvent(cost) })
    for (const { close } of opened) close()
  }
  return costs
}

const perEvent = ({ serviceMs, postgresMs }: Cost) => ({
  serviceMicros: (serviceMs * 1000) / eventCount,
  postgresMicros: (postgresMs * 1000) / eventCount,
})

async function appendEvents({ db, now }: MeasuredService['ctx'], offset: number): Promise<void> {
  await db.query(
    `with appended as (
       insert into events (type, at, patient_id, subject_id)
       select 'incident.changed', $1, patient_id, id from incidents order by id offset $2 limit $3
     )
     select pg_notify($4, '')`,
    [now(), offset, eventsAtOnce, eventsChannel],
  )
}

/** How the line with the id of an event begins. */
const beginning = '\nid: '

interface OpenStream {
  /** The events that arrived. */
  count(): number
  close(): void
}

function openStream(port: number, token: string): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let events = 0
    let isAnswered = false
    let rest = ''
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      const text = rest + chunk.toString('latin1')
      if (!isAnswered && !text.includes(' 200 ')) return reject(new Error(text.slice(0, 100)))
      isAnswered = true
      events += text.split(beginning).length - 1
      // The next chunk may begin within the line.
      rest = text.slice(1 - beginning.length)
      resolve({ count: () => events, close: () => socket.destroy() })
    })
    socket.write(getRequest('/events', token))
  })
}
