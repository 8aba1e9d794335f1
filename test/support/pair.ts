import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Fields, goodReading } from './readings.ts'
import { type Answer, type CallOptions, TestService } from './service.ts'

/**
 * Two services on one database and one Redis, each with connections, caches and a clock of its own: all that two
 * processes have in common. `here` and `there` are the same to a client.
 */
export interface Pair {
  here: TestService
  there: TestService
  /** The one and the other, in turn. */
  each(i: number): TestService
  db: pg.Pool
  /** Stops the clocks of both: however long requests take, they come at the same moment until `advance`. */
  stopClocks(): void
  advance(duration: string): void
  stop(): Promise<void>
}

export async function startPair(redisUrl: string, more: Record<string, string> = {}): Promise<Pair> {
  const settings = { REDIS_URL: redisUrl, ...more }
  const here = new TestService(settings)
  await here.start()
  const there = new TestService(settings, { databaseUrl: here.databaseUrl })
  await there.start()
  const db = new pg.Pool({ connectionString: here.databaseUrl, max: 2 })
  // The end of a pool does not wait until the server has noticed it, and dropping the database then terminates its connections.
  db.on('error', () => {})
  return {
    here,
    there,
    each: (i) => (i % 2 === 0 ? here : there),
    db,
    stopClocks() {
      const now = new Date()
      for (const service of [here, there]) service.setClock(now)
    },
    advance(duration) {
      for (const service of [here, there]) service.advance(duration)
    },
    async stop() {
      await db.end()
      await there.stop()
      await here.stop()
    },
  }
}

let calls = 0

/** A fresh address unless one is given, so that limits do not get in the way: both count what they receive together. */
function freshAddress(): string {
  const n = ++calls
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

export const call = (
  service: TestService,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> => service.call(method, path, { ip: freshAddress(), ...options })

export async function signUp(service: TestService, fields: Fields = {}) {
  const { id, email, token } = await service.signUp({ email: `${randomUUID()}@example.org`, ...fields })
  return { id: id as string, email: email as string, token }
}

export const send = (service: TestService, token: string, mac: string, fields: Fields = {}) =>
  call(service, 'POST', '/device/sensor-stream', { token, body: goodReading(mac, fields) })

export async function statusOf(service: TestService): Promise<string> {
  const answer = await call(service, 'GET', '/health')
  return answer.body.data?.status ?? answer.body.status
}

export async function count({ db }: Pair, sql: string, ...values: unknown[]): Promise<number> {
  const { rows } = await db.query(`select count(*)::int as count from ${sql}`, values)
  return rows[0].count
}
