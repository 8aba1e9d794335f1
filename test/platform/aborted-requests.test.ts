import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { before, describe, test } from 'node:test'
import { until, within } from '../../harness/until.ts'
import { whileLocked } from '../support/locks.ts'
import { addDevice, batchReading, randomMac } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService({ RATE_LIMIT_GLOBAL: 'off' })
let port = 0

/** Who waits for a request to arrive, by the number in its head. */
const arrivals = new Map<string, () => void>()
let aborted = 0

/** Sends the beginning of a request over a real connection, and hangs up when the service has its head. */
async function abort(head: string, body = ''): Promise<void> {
  const number = String(++aborted)
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  const arrived = new Promise<void>((resolve) => arrivals.set(number, resolve))
  socket.write(`${head}\r\nhost: x\r\nnumber: ${number}\r\n${body || '\r\n'}`)
  await arrived
  socket.destroy()
}

const answered = (path: string, options: RequestInit) =>
  fetch(`http://127.0.0.1:${port}/api${path}`, { ...options, signal: AbortSignal.timeout(20_000) })

describe('clients that hang up', () => {
  before(async () => {
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    port = (service.app.server.address() as AddressInfo).port
    service.app.server.on('request', ({ headers }) => arrivals.get(String(headers.number))?.())
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

  test('while a list of their account is read keep its place, and have nothing else done for them', async () => {
    const { id, token } = await service.signUp({ role: 'CAREGIVER' })
    const head = `GET /api/falls/recent HTTP/1.1\r\nauthorization: Bearer ${token}`
    const countOf = async (sql: string, values: unknown[] = []) =>
      (await service.ctx.db.query<{ count: number }>(sql, values))[0]?.count
    const waiting = () =>
      countOf(
        `select count(*)::int from pg_locks where not granted and relation = 'falls'::regclass
         and database = (select oid from pg_database where datname = current_database())`,
      )
    await service.ctx.db.transaction(async (tx) => {
      await tx.query('lock table falls in access exclusive mode')
      const reading = connect(port, '127.0.0.1').on('error', () => {})
      reading.write(`${head}\r\nhost: x\r\n\r\n`)
      await until(async () => (await waiting()) === 1, 20_000)
      reading.destroy()
      await Promise.all(Array.from({ length: 10 }, () => abort(head, '\r\n')))
      assert.equal(await waiting(), 1)
    })
    assert.equal((await answered('/me', { headers: { authorization: `Bearer ${token}` } })).status, 200)
    const looks = `select count(*)::int from audit_log where actor_id = $1 and action = 'records.listed'`
    assert.equal(await countOf(looks, [id]), 1)
  })

  test('while a batch of their account is stored keep its place', async () => {
    const { id, token } = await service.signUp()
    const devices = [await addDevice(service, token), await addDevice(service, token)]
    const send = ({ mac }: { mac: string }) => {
      const readings = [batchReading(new Date(service.ctx.now().getTime() - 60_000))]
      const body = JSON.stringify({ device_id: mac, readings })
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.write(
        `POST /api/device/sensor-stream/batch HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
          `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      )
      return socket
    }
    const waiting = async () =>
      (
        await service.ctx.db.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).length
    const [first, second] = devices.map((device) => () => send(device)) as [() => Socket, () => Socket]
    const lock = `select from device_states where device in (select number from devices where user_id = $1)
      for update`
    await whileLocked(service, lock, [id], async () => {
      const socket = first()
      await until(async () => (await waiting()) === 1, 20_000)
      socket.destroy()
      second()
      // A statement that meets the lock gives up soon and is tried again: at any moment one of them waits, or none.
      const seen: number[] = []
      await until(async () => seen.push(await waiting()) >= 15 && seen.includes(1))
      assert.equal(Math.max(...seen), 1, `${seen}`)
    })
    await until(async () => {
      const [row] = await service.ctx.db.query<{ count: number }>(
        'select count(*)::int from readings join devices on number = device where user_id = $1',
        [id],
      )
      return row?.count === 4
    }, 20_000)
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
      const readings = [batchReading(new Date(service.ctx.now().getTime() - 60_000))]
      const { status } = await answered('/device/sensor-stream/batch', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ device_id: randomMac(), readings }),
      })
      assert.equal(status, 200)
    }
  })
})

describe('clients that send their bodies slowly', () => {
  for (const [what, method, path, role, accounts, asked] of [
    ['alerts', 'POST', `/api/incidents/${randomUUID()}/acknowledge`, 'CAREGIVER', 2, '/caregivers/alerts'],
    ['other requests', 'PUT', '/api/profile/me', 'PATIENT', 8, '/me'],
  ] as const) {
    test(`do not keep others from their ${what}`, async () => {
      const sockets: Socket[] = []
      for (let i = 0; i < accounts; i++) {
        const { token } = await service.signUp({ role })
        for (let j = 0; j < 2; j++) {
          const socket = connect(port, '127.0.0.1').on('error', () => {})
          sockets.push(socket)
          socket.write(
            `${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n`,
          )
          await within(once(socket, 'data'), 'the service to ask for a body')
        }
      }
      const { token } = await service.signUp({ role: 'CAREGIVER' })
      const { status } = await answered(asked, { headers: { authorization: `Bearer ${token}` } })
      assert.equal(status, 200)
      for (const socket of sockets) {
        assert.ok(!socket.closed, 'the service still waits for its body')
        socket.destroy()
      }
    })
  }
})
