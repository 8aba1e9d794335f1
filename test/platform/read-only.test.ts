import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { until } from '../../harness/until.ts'
import { runIfDue } from '../../src/app/jobs/jobs.ts'
import { goodReading, randomMac } from '../support/readings.ts'
import { goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService()
const server = new pg.Client(process.env.TEST_DATABASE_URL)
before(() => server.connect())
after(() => server.end())

/** Every session ends, as those of a demoted server do, and new ones cannot write, as those of a standby. */
async function letDatabaseWrite(allowed: boolean): Promise<void> {
  const name = decodeURIComponent(new URL(service.ctx.config.databaseUrl ?? '').pathname.slice(1))
  const change = allowed ? 'reset default_transaction_read_only' : 'set default_transaction_read_only = on'
  await server.query(`alter database ${name} ${change}`)
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
}

test('a database that does not write is an outage: clients repeat, and nothing fails with a 500', async () => {
  const { token, email } = await service.signUp()
  const mac = randomMac()
  const newcomer = { email: 'new@example.org', password: goodPassword, firstName: 'Eva', lastName: 'Sanz' }
  const writes: [path: string, body: object, status: number][] = [
    ['/device/sensor-stream', goodReading(mac), 200],
    ['/falls', { confidence: 0.8, location: 'Kitchen' }, 201],
    ['/sos', {}, 201],
    ['/device/events', { device_id: 'button-1', event: 'sos', event_id: 'e-1' }, 200],
    ['/auth/login', { email, password: goodPassword }, 200],
    ['/auth/signup', newcomer, 201],
  ]
  const send = async ([path, body]: (typeof writes)[number]) => {
    const answer = await service.call('POST', path, {
      token: path.startsWith('/auth') ? undefined : token,
      body,
    })
    return { path, status: answer.status, retryAfter: answer.headers['retry-after'] }
  }

  await letDatabaseWrite(false)
  try {
    await until(
      async () => (await service.call('GET', '/profile/me', { token })).status === 200,
      undefined,
      'new connections',
    )
    for (const write of writes) {
      const { path, status, retryAfter } = await send(write)
      assert.deepEqual({ path, status }, { path, status: 503 })
      assert.ok(Number(retryAfter) >= 1, path)
    }
    // A job that writes fails, and is tried again; the service goes on.
    const job = { name: 'write', everyMs: 1000, run: async () => ({ done: 1 }) }
    await runIfDue(service.ctx, job)
    assert.ok(service.logLines.some((line) => line.includes('job failed') && line.includes('"write"')))
  } finally {
    await letDatabaseWrite(true)
  }

  for (const write of writes) {
    const [path, , status] = write
    await until(async () => (await send(write)).status === status, undefined, `${path} again`)
  }
})
