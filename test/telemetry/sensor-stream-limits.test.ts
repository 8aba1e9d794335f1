import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  addDevice,
  devicesOfUser,
  goodReading,
  randomMac,
  readingsOfUser,
  sendReading,
  tally,
  times,
} from '../support/readings.ts'
import { type Answer, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

/** Checks the 429 of a device that came too soon, and gives the milliseconds it has to wait. */
function assertPaced(answer: Answer): number {
  assert.equal(answer.status, 429, answer.text)
  assert.deepEqual(Object.keys(answer.body).sort(), ['code', 'error', 'retryAfter', 'success'])
  assert.equal(answer.body.success, false)
  const { retryAfter } = answer.body
  assert.ok(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 1000, `retryAfter ${retryAfter}`)
  assert.equal(String(answer.headers['retry-after']), '1')
  return retryAfter
}

describe('a device has one reading a second', () => {
  test('and the response says when the next one is allowed', async () => {
    const rosa = await service.signUp()
    const mac = randomMac()
    const { data } = (await sendReading(service, rosa.token, mac)).body
    const asked = service.ctx.now().getTime()
    const wait = assertPaced(await sendReading(service, rosa.token, mac))
    const next = Date.parse(data.nextAllowedRequest)
    assert.equal(next - Date.parse(data.timestamp), 1000)
    assert.ok(wait <= next - asked, `asked to wait ${wait} ms of ${next - asked}`)
    assert.equal(await readingsOfUser(service, rosa.id), 1)
    service.advance('1s')
    assert.equal((await sendReading(service, rosa.token, mac)).status, 200)
  })

  test('whichever way its address is written', async () => {
    const { token } = await service.signUp()
    const mac = randomMac()
    assert.equal((await sendReading(service, token, mac)).status, 200)
    assertPaced(await sendReading(service, token, mac.toLowerCase().replaceAll(':', '')))
  })

  test('while another device of the same person has its own', async () => {
    const { token } = await service.signUp()
    const answers = await times(10, () => sendReading(service, token, randomMac()))
    assert.deepEqual(tally(answers), { 200: 10 })
  })

  test('and a refused reading does not use it up', async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp()]
    const mac = randomMac()
    assert.equal((await sendReading(service, rosa.token, mac, { accel_x: 'x' })).status, 400)
    assert.equal((await sendReading(service, rosa.token, mac)).status, 200)
    service.advance('1s')
    assert.equal((await sendReading(service, luis.token, mac)).status, 403)
    assert.equal((await sendReading(service, luis.token, mac)).status, 403)
    assert.equal((await sendReading(service, rosa.token, mac)).status, 200)
  })

  test('and neither does one that was too early', async () => {
    const { token } = await service.signUp()
    const mac = randomMac()
    const { data } = (await sendReading(service, token, mac)).body
    const waits = []
    for (let i = 0; i < 5; i++) waits.push(assertPaced(await sendReading(service, token, mac)))
    assert.deepEqual(
      waits,
      waits.toSorted((a, b) => b - a),
    )
    service.advance('1s')
    const next = (await sendReading(service, token, mac)).body.data
    assert.ok(Date.parse(next.timestamp) >= Date.parse(data.nextAllowedRequest))
  })
})

describe('a device is registered exactly once', () => {
  test('by 20 first readings at the same moment: one is accepted, the others come too soon', async () => {
    const rosa = await service.signUp()
    const mac = randomMac()
    const answers = await times(20, () => sendReading(service, rosa.token, mac))
    assert.deepEqual(tally(answers), { 200: 1, 429: 19 })
    for (const answer of answers) if (answer.status === 429) assertPaced(answer)
    assert.equal(await devicesOfUser(service, rosa.id), 1)
    assert.equal(await readingsOfUser(service, rosa.id), 1)
  })

  test('by two people at the same moment: it is the device of one, the other is refused', async () => {
    for (let i = 0; i < 10; i++) {
      const people = [await service.signUp(), await service.signUp()]
      const mac = randomMac()
      const answers = await Promise.all(people.map(({ token }) => sendReading(service, token, mac)))
      assert.deepEqual(tally(answers), { 200: 1, 403: 1 })
      const counts = []
      for (const { id } of people)
        counts.push(await devicesOfUser(service, id), await readingsOfUser(service, id))
      assert.deepEqual(counts.sort(), [0, 0, 1, 1])
    }
  })
})

describe('an account has ten devices at most', () => {
  test('even when 20 come at once: ten are accepted, of the others nothing is stored', async () => {
    const rosa = await service.signUp()
    const macs = Array.from({ length: 20 }, randomMac)
    const answers = await Promise.all(macs.map((mac) => sendReading(service, rosa.token, mac)))
    assert.deepEqual(tally(answers), { 200: 10, 409: 10 })
    assert.equal(await devicesOfUser(service, rosa.id), 10)
    assert.equal(await readingsOfUser(service, rosa.id), 10)
    const refused = macs.filter((_, i) => answers[i]?.status === 409)
    const left = await service.ctx.db.query('select 1 from devices where mac = any ($1)', [refused])
    assert.equal(left.length, 0)
  })

  test('the eleventh is refused with 409, until another one is gone', async () => {
    const rosa = await service.signUp()
    const devices = []
    for (let i = 0; i < 10; i++) devices.push(await addDevice(service, rosa.token))
    const mac = randomMac()
    const refused = await sendReading(service, rosa.token, mac)
    assert.deepEqual(
      [refused.status, Object.keys(refused.body)],
      [409, ['success', 'error', 'code', 'details']],
    )
    assert.equal(await readingsOfUser(service, rosa.id), 10)
    await devices[3]?.send()
    await service.call('DELETE', `/device/${devices[0]?.id}`, { token: rosa.token })
    assert.equal((await sendReading(service, rosa.token, mac)).status, 200)
  })

  test("somebody else's device is refused with 403 all the same", async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp()]
    const { mac } = await addDevice(service, luis.token)
    for (let i = 0; i < 10; i++) await addDevice(service, rosa.token)
    assert.equal((await sendReading(service, rosa.token, mac)).status, 403)
  })
})

describe('the address of a home', () => {
  const sendFrom = (ip: string, token: string | undefined, body: unknown) =>
    service.call('POST', '/device/sensor-stream', { ip, token, body })

  test('may send the readings of 200 devices at once', async () => {
    const ip = '198.51.100.1'
    const people = await times(20, () => service.signUp())
    const senders = people.flatMap(({ token }) =>
      Array.from({ length: 10 }, () => ({ token, mac: randomMac() })),
    )
    for (let second = 0; second < 2; second++) {
      const answers = await Promise.all(
        senders.map(({ token, mac }) => sendFrom(ip, token, goodReading(mac))),
      )
      assert.deepEqual(tally(answers), { 200: 200 })
      service.advance('1s')
    }
    const { headers } = await service.call('GET', '/me', { ip, token: people[0]?.token })
    assert.equal(headers['x-ratelimit-remaining'], '99')
  })

  const refused: [string, (token: string) => [string | undefined, unknown], number][] = [
    ['unauthenticated', () => [undefined, goodReading(randomMac())], 401],
    ['of a garbage device key', () => ['fwk_garbage', goodReading(randomMac())], 401],
    ['invalid', (token) => [token, {}], 400],
  ]
  for (const [i, [title, make, status]] of refused.entries()) {
    test(`has 100 ${title} ones a minute, and an accepted one gets through even then`, async () => {
      const ip = `198.51.100.${10 + i}`
      const { token } = await service.signUp()
      const answers = await times(100, () => sendFrom(ip, ...make(token)))
      assert.deepEqual(tally(answers), { [status]: 100 })
      for (const { headers } of answers) assert.equal(headers['x-ratelimit-limit'], '100')
      const next = await sendFrom(ip, ...make(token))
      assert.deepEqual([next.status, next.headers['x-ratelimit-remaining']], [429, '0'])
      assert.match(String(next.headers['retry-after']), /^\d+$/)
      assert.equal((await service.call('GET', '/me', { ip, token })).status, 200)
      assert.equal((await sendFrom(ip, token, goodReading(randomMac()))).status, 200)
    })
  }

  test('that has had its share still returns to a hasty device how long to wait', async () => {
    const ip = '198.51.100.20'
    const { token } = await service.signUp()
    const mac = randomMac()
    await times(101, () => sendFrom(ip, undefined, {}))
    assert.equal((await sendFrom(ip, token, goodReading(mac))).status, 200)
    const { status, body } = await sendFrom(ip, token, goodReading(mac))
    assert.equal(status, 429)
    assert.ok(Number.isInteger(body.retryAfter) && body.retryAfter >= 1, `retryAfter ${body.retryAfter}`)
  })
})
