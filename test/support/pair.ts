import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createTestDatabase } from './database.ts'
import { answerTimeoutMs, type ServiceProcess, startProcess } from './process.ts'
import { type Fields, goodReading } from './readings.ts'
import { type Answer, type CallOptions, goodPassword } from './service.ts'

/** Pair is two processes of the built service on one database and one Redis; `here` and `there` are the same to a client. */
export interface Pair {
  here: ServiceProcess
  there: ServiceProcess
  /** The one and the other, in turn. */
  each(i: number): ServiceProcess
  db: pg.Pool
  settings: Record<string, string>
  /** Ends both; the database and what is in it stay. */
  end(): Promise<void>
  /** Starts both anew. */
  start(): Promise<void>
  stop(): Promise<void>
}

export const pairAdmin = { email: 'admin@example.org', password: 'First-Admin-1!' }

export async function startPair(redisUrl: string, more: Record<string, string> = {}): Promise<Pair> {
  const database = await createTestDatabase()
  const settings = {
    DATABASE_URL: database.url,
    REDIS_URL: redisUrl,
    JWT_SECRET: 'a-secret-for-tests-of-32-bytes-or-more',
    ADMIN_EMAIL: pairAdmin.email,
    ADMIN_PASSWORD: pairAdmin.password,
    ...more,
  }
  const startBoth = () => Promise.all([startProcess(settings), startProcess(settings)])
  let both = await startBoth()
  const db = new pg.Pool({ connectionString: database.url, max: 2 })
  async function end() {
    assert.deepEqual(await Promise.all(both.map((service) => service.end())), [0, 0])
  }
  return {
    get here() {
      return both[0]
    },
    get there() {
      return both[1]
    },
    each: (i) => both[i % 2 === 0 ? 0 : 1],
    db,
    settings,
    end,
    async start() {
      both = await startBoth()
    },
    async stop() {
      await db.end()
      await end().finally(database.drop)
    },
  }
}

let calls = 0

/** A trusted proxy states the address; a fresh one unless given, so that limits do not get in the way. */
function freshAddress(): string {
  const n = ++calls
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

export async function call(
  { url }: ServiceProcess,
  method: string,
  path: string,
  { token, body, headers = {}, query, ip = freshAddress() }: CallOptions = {},
): Promise<Answer> {
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
  const response = await fetch(`${url}${path}${search}`, {
    method,
    headers: {
      'x-forwarded-for': ip,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(answerTimeoutMs),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: text ? JSON.parse(text) : undefined,
    text,
  }
}

export async function signUp(service: ServiceProcess, fields: Fields = {}) {
  const email = `${randomUUID()}@example.org`
  const body = { email, password: goodPassword, firstName: 'Rosa', lastName: 'Marín', ...fields }
  const answer = await call(service, 'POST', '/auth/signup', { body })
  assert.equal(answer.status, 201, answer.text)
  return { id: answer.body.data.id as string, email, token: answer.body.token as string }
}

export async function logInAsAdmin(service: ServiceProcess): Promise<string> {
  const answer = await call(service, 'POST', '/auth/login', { body: pairAdmin })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.token
}

export const send = (service: ServiceProcess, token: string, mac: string, fields: Fields = {}) =>
  call(service, 'POST', '/device/sensor-stream', { token, body: goodReading(mac, fields) })

export async function statusOf(service: ServiceProcess): Promise<string> {
  const answer = await call(service, 'GET', '/health')
  return answer.body.data?.status ?? answer.body.status
}

export async function count({ db }: Pair, sql: string, ...values: unknown[]): Promise<number> {
  const { rows } = await db.query(`select count(*)::int as count from ${sql}`, values)
  return rows[0].count
}
