import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import {
  addDevice,
  assertFields,
  batchReading,
  devicesOfUser,
  randomMac,
  sendReading,
  tally,
  times,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const createKey = (token: string, body?: unknown) => service.call('POST', '/device/keys', { token, body })
const listKeys = async (token: string) => (await service.call('GET', '/device/keys', { token })).body.data
const revoke = (id: string, token: string) => service.call('DELETE', `/device/keys/${id}`, { token })

async function newKey(token: string): Promise<{ id: string; key: string }> {
  return (await createKey(token, { name: 'Left wrist' })).body.data
}

const sendBatch = (token: string, mac: string) =>
  service.call('POST', '/device/sensor-stream/batch', {
    token,
    body: { device_id: mac, readings: [batchReading(service.ctx.now())] },
  })

describe('a new key', () => {
  test('is answered with 201 and exactly its fields', async () => {
    const { token } = await service.signUp()
    const answer = await createKey(token, { name: ' Left wrist ' })
    assert.equal(answer.status, 201)
    assertFields(answer.body, ['success', 'data'])
    const { data } = answer.body
    assertFields(data, ['id', 'name', 'createdAt', 'key'])
    assert.match(data.key, /^fwk_[\w-]{40,}$/)
    assert.equal(data.name, 'Left wrist')
    assert.equal(new Date(data.createdAt).toISOString(), data.createdAt)
  })

  test('needs no name, and no body', async () => {
    const { token } = await service.signUp()
    for (const body of [{}, undefined]) {
      const { status, body: answer } = await createKey(token, body)
      assert.equal(status, 201)
      assert.ok(answer.data.name.length > 0)
    }
  })

  for (const name of [null, '', '  ', 7, 'x'.repeat(101)]) {
    test(`is refused for the name ${JSON.stringify(name)?.slice(0, 20)}`, async () => {
      const { token } = await service.signUp()
      const answer = await createKey(token, { name })
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['name']])
      assert.deepEqual(await listKeys(token), [])
    })
  }

  test('is shown this once: what is stored and listed is not the key', async () => {
    const { id: userId, token } = await service.signUp()
    const { id, key } = await newKey(token)
    const rows = await service.ctx.db.query<{ text: string; hash: Buffer }>(
      'select device_keys::text as text, key_hash as hash from device_keys where user_id = $1',
      [userId],
    )
    assert.equal(rows.length, 1)
    assert.ok(!rows[0]?.text.includes(key.slice(4)))
    assert.deepEqual(rows[0]?.hash, createHash('sha256').update(key).digest())
    const listed = await listKeys(token)
    assert.deepEqual(
      listed.map((item: object) => Object.keys(item).sort()),
      [['createdAt', 'id', 'name']],
    )
    assert.equal(listed[0].id, id)
    assert.ok(!service.logLines.some((line) => line.includes(key)))
  })

  test('is among the own keys, newest first, and among nobody else’s', async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp()]
    const ids = []
    for (let i = 0; i < 3; i++) {
      ids.unshift((await newKey(rosa.token)).id)
      service.advance('1s')
    }
    assert.deepEqual(
      (await listKeys(rosa.token)).map(({ id }: { id: string }) => id),
      ids,
    )
    assert.deepEqual(await listKeys(luis.token), [])
  })
})

describe('an account has at most 50 keys', () => {
  test('of 60 that are asked for at once', async () => {
    const { token } = await service.signUp()
    assert.deepEqual(tally(await times(60, () => createKey(token))), { 201: 50, 409: 10 })
    const keys = await listKeys(token)
    assert.equal(keys.length, 50)
    assert.equal((await createKey(token)).status, 409)
    assert.equal((await revoke(keys[0].id, token)).status, 200)
    assert.equal((await createKey(token)).status, 201)
  })
})

describe('a key', () => {
  test('sends readings and batches for its owner, beyond the length of a session', async () => {
    const rosa = await service.signUp()
    const { key } = await newKey(rosa.token)
    const mac = randomMac()
    const first = await sendReading(service, key, mac)
    assert.equal(first.status, 200)
    assert.equal((await sendBatch(key, mac)).status, 200)
    service.advance('25h')
    assert.equal((await sendReading(service, key, mac)).status, 200)
    assert.equal((await sendReading(service, rosa.token, mac)).status, 401)
    const [row] = await service.ctx.db.query<{ id: string }>('select id from devices where user_id = $1', [
      rosa.id,
    ])
    assert.equal(row?.id, first.body.data.deviceId)
  })

  test("does not send for somebody else's device", async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp()]
    const { mac } = await addDevice(service, rosa.token)
    const { key } = await newKey(luis.token)
    assert.equal((await sendReading(service, key, mac)).status, 403)
    assert.equal((await sendBatch(key, mac)).status, 403)
  })

  test('opens nothing else: every other endpoint answers 403', async () => {
    const rosa = await service.signUp()
    const { id: keyId, key } = await newKey(rosa.token)
    const { id } = await addDevice(service, rosa.token)
    const others: [string, string, unknown?][] = [
      ['GET', '/me'],
      ['GET', '/profile/me'],
      ['PUT', '/profile/me', { phone: '600 1' }],
      ['DELETE', '/profile/me', { confirmation: true }],
      ['POST', '/profile/password', {}],
      ['POST', '/auth/logout'],
      ['GET', '/device/keys'],
      ['POST', '/device/keys', {}],
      ['DELETE', `/device/keys/${keyId}`],
      ['GET', `/device/${id}`],
      ['PUT', `/device/${id}`, { name: 'x' }],
      ['DELETE', `/device/${id}`],
      ['GET', `/device/${id}/status`],
      ['GET', `/device/${id}/logs`],
      ['GET', `/device/${id}/readings`],
      ['GET', `/patients/${rosa.id}/vitals`],
    ]
    for (const [method, path, body] of others) {
      const answer = await service.call(method, path, { token: key, body })
      assert.deepEqual([answer.status, answer.body.success], [403, false], `${method} ${path}`)
    }
    assert.equal((await listKeys(rosa.token)).length, 1)
    assert.equal(await devicesOfUser(service, rosa.id), 1)
  })

  test('that is garbage is refused with 401, wherever it is sent', async () => {
    const { token } = await service.signUp()
    const { key } = await newKey(token)
    const garbage = ['fwk_', 'fwk_garbage', `${key}x`, key.slice(0, -1), key.toUpperCase(), key.slice(4)]
    for (const bad of garbage) {
      assert.equal((await sendReading(service, bad, randomMac())).status, 401, bad)
      assert.equal((await service.call('GET', '/me', { token: bad })).status, 401, bad)
    }
  })
})

describe('revoking a key', () => {
  test('ends that one at once, and no other', async () => {
    const { token } = await service.signUp()
    const [lost, kept] = [await newKey(token), await newKey(token)]
    const macs = [randomMac(), randomMac()]
    const sendBoth = () =>
      Promise.all([lost, kept].map(({ key }, i) => sendReading(service, key, macs[i] ?? '')))
    assert.deepEqual(tally(await sendBoth()), { 200: 2 })
    const answer = await revoke(lost.id, token)
    assert.deepEqual(
      [answer.status, answer.body],
      [200, { success: true, data: { id: lost.id, deleted: true } }],
    )
    service.advance('1s')
    assert.deepEqual(
      (await sendBoth()).map(({ status }) => status),
      [401, 200],
    )
    assert.equal((await sendBatch(lost.key, randomMac())).status, 401)
    assert.equal((await service.call('GET', '/me', { token })).status, 200)
    assert.deepEqual((await listKeys(token)).length, 1)
    assert.equal((await revoke(lost.id, token)).status, 404)
  })

  test("is for its owner: somebody else's answers 403, an unknown one 404, no UUID 400", async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
    const { id, key } = await newKey(rosa.token)
    for (const token of [luis.token, await service.adminToken()])
      assert.equal((await revoke(id, token)).status, 403)
    assert.equal((await revoke(randomUUID(), rosa.token)).status, 404)
    const notUuid = await revoke('left-wrist', rosa.token)
    assert.deepEqual([notUuid.status, Object.keys(notUuid.body.details)], [400, ['id']])
    assert.equal((await sendReading(service, key, randomMac())).status, 200)
  })

  test('and making or listing one takes a session', async () => {
    const { token } = await service.signUp()
    const { id } = await newKey(token)
    assert.deepEqual(tally([await createKey('', {}), await revoke(id, ''), await createKey('x', {})]), {
      401: 3,
    })
    assert.equal((await service.call('GET', '/device/keys')).status, 401)
  })
})

describe('with the account ends its key', () => {
  test('when it is deleted, however much the key was just used', async () => {
    const rosa = await service.signUp()
    const { id, key } = await newKey(rosa.token)
    const mac = randomMac()
    assert.equal((await sendReading(service, key, mac)).status, 200)
    const body = { confirmation: true }
    assert.equal((await service.call('DELETE', '/profile/me', { token: rosa.token, body })).status, 200)
    service.advance('1s')
    assert.equal((await sendReading(service, key, mac)).status, 401)
    const left = await service.ctx.db.query('select 1 from device_keys where id = $1', [id])
    assert.equal(left.length, 0)
  })

  test('while it is inactive', async () => {
    const rosa = await service.signUp()
    const { key } = await newKey(rosa.token)
    const setStatus = (status: string) =>
      service.ctx.db.query('update users set status = $2 where id = $1', [rosa.id, status])
    await setStatus('inactive')
    assert.equal((await sendReading(service, key, randomMac())).status, 401)
    await setStatus('active')
    assert.equal((await sendReading(service, key, randomMac())).status, 200)
  })
})
