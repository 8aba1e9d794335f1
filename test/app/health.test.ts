import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { until } from '../../harness/until.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()
const server = new pg.Client(process.env.TEST_DATABASE_URL)
before(() => server.connect())
after(() => server.end())

async function letDatabaseConnect(allowed: boolean): Promise<void> {
  const name = decodeURIComponent(new URL(service.ctx.config.databaseUrl ?? '').pathname.slice(1))
  await server.query(`alter database ${name} allow_connections ${allowed}`)
  if (allowed) return
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
}

const healthOnce = (status: number) =>
  until(
    async () => {
      const answer = await service.call('GET', '/health')
      return answer.status === status && answer
    },
    20_000,
    `health ${status}`,
  )

test('while the database is away health says UNHEALTHY and everything else 503, and then all is well again', async () => {
  const { token } = await service.signUp()
  await letDatabaseConnect(false)
  const { body, headers } = await healthOnce(503)
  assert.deepEqual(body, { success: false, status: 'UNHEALTHY', error: 'Database connection failed' })
  assert.ok(Number(headers['retry-after']) >= 1)

  const refused = await service.call('GET', '/me', { token })
  assert.equal(refused.status, 503)
  assert.ok(Number(refused.headers['retry-after']) >= 1)
  assert.deepEqual(Object.keys(refused.body), ['success', 'error', 'code'])
  assert.equal(refused.body.success, false)

  await letDatabaseConnect(true)
  assert.equal((await healthOnce(200)).body.data.status, 'HEALTHY')
  assert.equal((await service.call('GET', '/me', { token })).status, 200)
})
