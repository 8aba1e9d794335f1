import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { reportFall } from '../support/people.ts'
import { addDevice, assign, goodReading, randomMac, tally, times } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

let homes = 0
/** A home: a patient and a caregiver at one address, and a fall that waits for an answer. */
async function aHome() {
  const ip = `198.51.100.${++homes}`
  const [rosa, ana] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
  await assign(service, ana.id, rosa.id)
  await reportFall(service, rosa)
  const alerts = (token?: string) => service.call('GET', '/caregivers/alerts', { token, ip })
  const acknowledge = (id: string) =>
    service.call('POST', `/caregivers/alerts/${id}/acknowledge`, { token: ana.token, ip })
  const badReadings = (count: number) =>
    times(count, () =>
      service.call('POST', '/device/sensor-stream', {
        ip,
        token: 'fwk_wrong',
        body: goodReading(randomMac()),
      }),
    )
  const useUpAddress = () => times(100, () => service.call('GET', '/me', { token: rosa.token, ip }))
  return { ip, rosa, ana, alerts, acknowledge, badReadings, useUpAddress }
}

test('readings that are refused leave the rest of the API open to their address', async () => {
  const { ip, ana, alerts, acknowledge, badReadings } = await aHome()
  const refused = [...(await badReadings(75)), ...(await badReadings(75))]
  assert.deepEqual(tally(refused), { 401: 100, 429: 50 })
  const listed = await alerts(ana.token)
  assert.equal(listed.status, 200)
  assert.equal(listed.headers['x-ratelimit-remaining'], '99')
  assert.equal((await acknowledge(listed.body.data[0].id)).status, 200)
  assert.equal((await service.call('GET', '/me', { token: ana.token, ip })).status, 200)
})

test('readings that are refused leave those of other devices at their address alone', async () => {
  const { ip, rosa, badReadings } = await aHome()
  await badReadings(120)
  const { mac } = await addDevice(service, rosa.token)
  const body = goodReading(mac)
  const answer = await service.call('POST', '/device/sensor-stream', { token: rosa.token, ip, body })
  assert.equal(answer.status, 200, answer.text)
})

describe('an address that has had its share', () => {
  test('can still list and acknowledge alerts, 30 times a minute for a session', async () => {
    const { ana, rosa, ip, alerts, acknowledge, useUpAddress } = await aHome()
    await useUpAddress()
    assert.equal((await service.call('GET', '/me', { token: ana.token, ip })).status, 429)
    const listed = await alerts(ana.token)
    assert.deepEqual([listed.status, listed.headers['x-ratelimit-limit']], [200, '30'])
    assert.equal((await acknowledge(listed.body.data[0].id)).status, 200)
    const more = await times(30, () => alerts(ana.token))
    assert.deepEqual(tally(more), { 200: 28, 429: 2 })
    assert.equal((await service.call('GET', '/falls', { token: rosa.token, ip })).status, 429)
  })

  test('has no reserve for who is not signed in, or is no caregiver', async () => {
    const { rosa, alerts, useUpAddress } = await aHome()
    await useUpAddress()
    for (const token of [undefined, 'wrong', rosa.token]) {
      const { status, headers } = await alerts(token)
      assert.deepEqual([status, headers['x-ratelimit-limit']], [429, '100'])
    }
  })

  test('has a reserve for each session', async () => {
    const { ana, alerts, useUpAddress } = await aHome()
    await useUpAddress()
    await times(31, () => alerts(ana.token))
    assert.equal((await alerts(ana.token)).status, 429)
    const elsewhere = await service.logIn(ana.email)
    assert.equal((await alerts(elsewhere.body.token)).status, 200)
  })
})

describe('a client that goes on after twice its share waits for its refusals', () => {
  /** Sends one request after the other for a while, and returns how many were answered. */
  async function flood(send: () => Promise<unknown>, milliseconds: number): Promise<number> {
    const endsAt = performance.now() + milliseconds
    let answered = 0
    for (; performance.now() < endsAt; answered++) await send()
    return answered
  }

  test('of any request', async () => {
    const send = () => service.call('GET', '/me', { ip: '198.51.100.200' })
    await times(200, send)
    assert.ok((await flood(send, 1500)) <= 3)
  })

  test('of falls, which are never limited', async () => {
    const ip = '198.51.100.201'
    const { token } = await service.signUp()
    const send = () => service.call('POST', '/falls', { ip, body: { confidence: 0.9 } })
    assert.deepEqual(tally(await times(210, send)), { 401: 210 })
    assert.ok((await flood(send, 1500)) <= 3)
    const own = await service.call('POST', '/falls', { ip, token, body: { confidence: 0.9 } })
    assert.equal(own.status, 201)
  })

  test('of one account, before their bodies are read', async () => {
    const { token } = await service.signUp()
    const send = (ip?: string) =>
      service.call('POST', '/falls', { token, body: { confidence: 2 }, ...(ip && { ip }) })
    await times(201, () => send())
    assert.ok((await flood(send, 1500)) <= 3)
    const other = await service.signUp()
    await until(
      async () => {
        let isRefused = false
        const refusal = send().then(() => {
          isRefused = true
        })
        for (let i = 0; i < 6; i++) await service.call('POST', '/falls', { token: other.token, body: {} })
        const wereAnswered = !isRefused
        await refusal
        return wereAnswered
      },
      20_000,
      'six answers to somebody else while a refusal waits',
    )
  })

  test('of readings', async () => {
    const { badReadings } = await aHome()
    await badReadings(200)
    assert.ok((await flood(() => badReadings(1), 1500)) <= 3)
  })
})
