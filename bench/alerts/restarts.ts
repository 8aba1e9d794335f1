import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../../harness/cleanup.ts'
import { killNow } from '../../harness/service-process.ts'
import { startService } from '../../harness/start-service.ts'
import { until } from '../../harness/until.ts'
import { secret } from '../processes.ts'
import { type PostgresServer, withClient } from '../stores.ts'
import { type Figure, latencyFigure } from './figure.ts'
import { receiveWebhooks } from './kill-receivers.ts'
import { insertOpenIncidents } from './open-incidents.ts'
import { addWebhook, createPeople } from './people.ts'

const restarts = 5
const stepsPerRestart = 100
/** Steps are due at this interval, from half a second before the kill until the service runs again. */
const dueEveryMs = 25
const killAfterMs = 500

/**
 * Kills the service and starts it again at once, while a step is due every 25 ms, and measures how late
 * the steps are that were due meanwhile.
 */
export async function measureRestarts(cleanup: Cleanup, postgres: PostgresServer): Promise<Figure> {
  const url = await postgres.createDatabase('alert_restarts')
  const settings = {
    DATABASE_URL: url,
    JWT_SECRET: secret,
    ALLOW_PRIVATE_TARGETS: 'on',
  }
  const folder = cleanup.makeFolder()
  const start = () => startService(folder, settings, cleanup)
  let service = await start()
  const webhooks = await receiveWebhooks(cleanup, () => {})
  await addWebhook(url, webhooks.url)
  for (let i = 0; i < restarts; i++) {
    const patients = await createPeople(url, settings.JWT_SECRET, stepsPerRestart, 'PATIENT')
    const firstMs = Date.now() + 200
    const dueAt = (n: number) => new Date(firstMs + n * dueEveryMs)
    await insertOpenIncidents(url, patients, [{ afterSeconds: 0, tell: [{ who: 'webhooks' }] }], dueAt)
    await sleep(killAfterMs)
    killNow(service.pid)
    service = await start()
    await until(async () => (await readLateness(url)).length === (i + 1) * stepsPerRestart, 60_000)
  }
  await service.stop()
  const lateness = await readLateness(url)
  return latencyFigure(`lateness of a step, ${restarts} restarts`, lateness, 3000, restarts * stepsPerRestart)
}

function readLateness(url: string): Promise<number[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ ms: number }>(
      `select extract(epoch from deliveries.created_at - round_started_at)::float8 * 1000 as ms
       from incidents join deliveries on incident_id = incidents.id`,
    )
    return rows.map(({ ms }) => ms)
  })
}
