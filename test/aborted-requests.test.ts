import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gatheredReading, randomMac } from './support/readings.ts'
import { useService } from './support/service.ts'

const service = useService({ RATE_LIMIT_GLOBAL: 'off' })
let port = 0

/** abort sends the beginning of a request over a real connection and hangs up. */
async function abort(head: string, body = ''): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  socket.write(`${head}\r\nhost: x\r\n${body}`)
  await sleep(30)
  socket.destroy()
}

const answered = (path: string, options: RequestInit) =>
  fetch(`http://127.0.0.1:${port}/api${path}`, { ...options, signal: AbortSignal.timeout(5000) })

describe('clients that hang up', () => {
  before(async () => {
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    port = (service.app.server.address() as AddressInfo).port
  })

  test('in the middle of a body leave the places of their account free', async () => {
    const { token } = await service.signUp()
    const auth = `authorization: Bearer ${token}`
    for (let i = 0; i < 10; i++) {
      const head = `PUT /api/profile/me HTTP/1.1\r\n${auth}\r\ncontent-type: application/json`
      await abort(`${head}\r\ncontent-length: 100`, '\r\n{"firstName":')
    }
    assert.equal((await answered('/me', { headers: { authorization: `Bearer ${token}` } })).status, 200)
  })

  test('before their answer leave the places of their account free', async () => {
    const { token } = await service.signUp()
    for (let i = 0; i < 20; i++)
      await abort(`GET /api/falls HTTP/1.1\r\nauthorization: Bearer ${token}`, '\r\n')
    assert.equal((await answered('/me', { headers: { authorization: `Bearer ${token}` } })).status, 200)
  })

  test('while they wait for the place of their account have nothing done for them', async () => {
    const { id, token } = await service.signUp({ role: 'CAREGIVER' })
    const head = `GET /api/falls/recent HTTP/1.1\r\nauthorization: Bearer ${token}`
    await service.ctx.db.transaction(async (tx) => {
      await tx.query('lock table falls in access exclusive mode')
      await Promise.all(Array.from({ length: 20 }, () => abort(head, '\r\n')))
    })
    assert.equal((await answered('/me', { headers: { authorization: `Bearer ${token}` } })).status, 200)
    const [looks] = await service.ctx.db.query<{ count: number }>(
      `select count(*)::int from audit_log where actor_id = $1 and action = 'records.listed'`,
      [id],
    )
    assert.equal(looks?.count, 1)
  })

  test('while their list is read keep the place until it is', async () => {
    const { token } = await service.signUp({ role: 'CAREGIVER' })
    const head = `GET /api/falls/recent HTTP/1.1\r\nauthorization: Bearer ${token}`
    await service.ctx.db.transaction(async (tx) => {
      await tx.query('lock table falls in access exclusive mode')
      for (let i = 0; i < 5; i++) await abort(head, '\r\n')
      const [waiting] = await service.ctx.db.query<{ count: number }>(
        `select count(*)::int from pg_locks where not granted and relation = 'falls'::regclass`,
      )
      assert.equal(waiting?.count, 1)
    })
    assert.equal((await answered('/me', { headers: { authorization: `Bearer ${token}` } })).status, 200)
  })

  test('in the middle of a batch leave the place of their account free, and those of others', async () => {
    const people = [await service.signUp(), await service.signUp(), await service.signUp()]
    for (const { token } of people) {
      const head = `POST /api/device/sensor-stream/batch HTTP/1.1\r\nauthorization: Bearer ${token}`
      for (let i = 0; i < 3; i++) {
        await abort(`${head}\r\ncontent-type: application/json\r\ncontent-length: 5000`, '\r\n{"device_id":')
      }
    }
    for (const { token } of people) {
      const readings = [gatheredReading(new Date(service.ctx.now().getTime() - 60_000))]
      const { status } = await answered('/device/sensor-stream/batch', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ device_id: randomMac(), readings }),
      })
      assert.equal(status, 200)
    }
  })
})
