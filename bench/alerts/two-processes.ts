import type { Cleanup } from '../../harness/cleanup.ts'
import { startHttpReceiver } from '../../harness/http-receiver.ts'
import { startService, unlimited } from '../../harness/start-service.ts'
import { until } from '../../harness/until.ts'
import { increment, rounded } from '../figures.ts'
import { secret } from '../processes.ts'
import { type PostgresServer, startRedis, withClient } from '../stores.ts'
import { countFigure, type Figure } from './figure.ts'
import { insertOpenIncidents } from './open-incidents.ts'
import { addWebhook, createPeople } from './people.ts'

const incidentCount = Number(process.env.BENCH_INCIDENTS) || 10_000
const stepCount = 2
const timeoutMs = 10 * 60_000

/**
 * Lets two workers run the steps of 10,000 incidents that are due at once, and counts the steps that
 * were not taken, sent and received exactly once. It returns nothing without Redis, which several processes need.
 */
export async function measureTwoProcesses(
  cleanup: Cleanup,
  postgres: PostgresServer,
): Promise<Figure | undefined> {
  const redis = await startRedis(cleanup)
  if (!redis) return undefined
  const url = await postgres.createDatabase('alert_processes')
  const settings = {
    DATABASE_URL: url,
    REDIS_URL: redis.url,
    WORKERS: '2',
    JWT_SECRET: secret,
    ALLOW_PRIVATE_TARGETS: 'on',
    ...unlimited,
  }
  const service = await startService(cleanup.makeFolder(), settings, cleanup)
  const received = new Map<string, number>()
  const receiver = await startHttpReceiver((response, { headers }) => {
    // The receiver would keep every request.
    receiver.requests.length = 0
    increment(received, String(headers['webhook-id']))
    response.end()
  })
  cleanup.add(receiver.stop)
  await addWebhook(url, receiver.url)
  const patients = await createPeople(url, secret, incidentCount, 'PATIENT')
  const startedAtMs = Date.now()
  const steps = Array.from({ length: stepCount }, (_, i) => ({
    afterSeconds: 5 * i,
    tell: [{ who: 'webhooks' as const }],
  }))
  await insertOpenIncidents(url, patients, steps, () => new Date(startedAtMs))
  await until(async () => (await countWaiting(url)) === 0, timeoutMs)
  const seconds = (Date.now() - startedAtMs) / 1000
  await service.stop()

  const wrong = await countWrong(url)
  const total = incidentCount * stepCount
  const twice = [...received.values()].filter((count) => count > 1).length
  const missing = total - received.size
  return countFigure(
    'steps not taken exactly once, two processes',
    wrong + twice + Math.abs(missing),
    0,
    `${total} steps in ${rounded(seconds, 0)} s: ${wrong} wrong in the database, ${twice} received twice, ${missing} missing`,
  )
}

const countWaiting = (url: string) =>
  count(
    url,
    `select (select count(*) from incidents where due_at is not null)
            + (select count(*) from deliveries where due_at is not null)`,
  )

/** Counts incidents whose timeline or deliveries are not one for each step, sent by one attempt. */
const countWrong = (url: string) =>
  count(
    url,
    `select count(*) from incidents where ${stepCount} <> any (array[
       (select count(*) from incident_entries where incident_id = incidents.id and type = 'told'),
       (select count(*) from deliveries where incident_id = incidents.id),
       (select count(*) from deliveries where incident_id = incidents.id and state = 'SENT' and attempts = 1)])`,
  )

function count(url: string, select: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(`select (${select})::int as count`)
    return rows[0]?.count ?? -1
  })
}
