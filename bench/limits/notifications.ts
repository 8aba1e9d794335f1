import pg from 'pg'
import type { Cleanup } from '../../harness/cleanup.ts'
import * as channels from '../../src/platform/db/channels.ts'
import { appendEvent } from '../../src/platform/events/append-event.ts'
import { notifyDevice } from '../../src/platform/events/device-notifications.ts'
import type { Measure } from './costs.ts'
import type { MeasuredService } from './process.ts'

/** What one notification costs with so many processes that listen to all channels. */
export interface NotificationCost {
  listeners: number
  /** Processor time of PostgreSQL for sending it to all of them, and of all of them for receiving it. */
  postgresMicros: number
  receiversMicros: number
  /** Transactions with an event that PostgreSQL commits in a second: they wait for each other. */
  eventsPerSecond: number
  eventPostgresMicros: number
}

const listenerCounts = [1, 10, 40]
const count = 2000
const concurrency = 6

export async function measureNotifications(
  { ctx, store }: MeasuredService,
  measure: Measure,
  url: string,
  cleanup: Cleanup,
): Promise<NotificationCost[]> {
  const costs: NotificationCost[] = []
  let received = 0
  // The service of the measurement is the first of them.
  store.heartbeat.onNotification(() => void received++)
  let listeners = 1
  const [{ id: patientId = '' } = {}] = await ctx.db.query<{ id: string }>(
    `select id from users where role = 'PATIENT' limit 1`,
  )
  for (const wanted of listenerCounts) {
    for (; listeners < wanted; listeners++) await listen(url, cleanup, () => void received++)
    const [sent, events] = [
      await measureSent((n) => notifyDevice(ctx.db, n)),
      await measureSent((n) =>
        ctx.db.transaction((tx) =>
          appendEvent(
            tx,
            { type: 'device.changed', at: ctx.now(), patientId, subjectId: patientId },
            n % 2 ? [] : [channels.incidentsChannel],
          ),
        ),
      ),
    ]
    costs.push({
      listeners,
      postgresMicros: (sent.postgresMs * 1000) / count,
      receiversMicros: (sent.serviceMs * 1000) / count,
      eventsPerSecond: Math.round((count * 1000) / events.wallMs),
      eventPostgresMicros: (events.postgresMs * 1000) / count,
    })
  }
  return costs

  function measureSent(send: (n: number) => Promise<unknown>) {
    return measure(
      async () => {
        received = 0
        let next = 0
        const sendNext = async () => {
          while (next < count) await send(++next)
        }
        await Promise.all(Array.from({ length: concurrency }, sendNext))
        // Several of a transaction with the same payload are one, so that the number is not exact.
        const deadline = Date.now() + 10_000
        while (received < count * listeners && Date.now() < deadline)
          await new Promise((resolve) => setTimeout(resolve, 20))
      },
      { maxRuns: 1 },
    )
  }
}

async function listen(url: string, cleanup: Cleanup, onNotification: () => void): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  cleanup.add(() => client.end())
  client.on('notification', onNotification)
  for (const channel of Object.values(channels)) await client.query(`listen ${channel}`)
}
