import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { whileLocked, whileUnavailable } from '../support/locks.ts'
import { alertsOf, reportFall } from '../support/people.ts'
import {
  addDevice,
  assign,
  batchReading,
  type Fields,
  fallSequence,
  fallsOf,
  impactIndex,
  randomMac,
  sendReading,
  tally,
  times,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const fall = (token: string) =>
  service.call('POST', '/falls', { token, body: { confidence: 0.8, location: 'Kitchen' } })

/** Somebody with a caregiver and a device that has sent everything before the impact. */
async function aWearer() {
  const [rosa, ana] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
  await assign(service, ana.id, rosa.id)
  const { id, mac, send } = await addDevice(service, rosa.token, { ...fallSequence[0], uptime_ms: 1000 })
  for (let i = 1; i < impactIndex; i++) await send({ ...fallSequence[i], uptime_ms: 1000 + i * 1000 })
  const sendSecond = (i: number, fields: Fields = {}) =>
    sendReading(service, rosa.token, mac, { ...fallSequence[i], uptime_ms: 1000 + i * 1000, ...fields })
  return { rosa, ana, id, mac, sendSecond }
}

describe('one account that reports falls without end', () => {
  test('holds no more than two connections, and those of the others are recorded', async () => {
    const [flooder, rosa] = [await service.signUp(), await service.signUp()]
    const lock = 'select 1 from users where id = $1 for update'
    await whileLocked(service, lock, [flooder.id], async () => {
      void times(40, () => fall(flooder.token))
      const others = await times(5, () => fall(rosa.token))
      assert.deepEqual(tally(others), { 201: 5 })
      const { total = 0, idle = 0 } = service.ctx.db.pools().requests ?? {}
      assert.ok(total - idle <= 2, `${total - idle} connections are in use`)
    })
  })

  test('has all of them recorded', async () => {
    const flooder = await service.signUp()
    assert.deepEqual(tally(await times(60, () => fall(flooder.token))), { 201: 60 })
  })
})

describe('a fall that a device detects', () => {
  test('is recorded while everybody else has all other connections', async () => {
    const { ana, id, sendSecond } = await aWearer()
    const { max = 0 } = service.ctx.db.pools().requests ?? {}
    let held = true
    const holders = times(max, () =>
      service.ctx.db.transaction(async (tx) => {
        while (held) await tx.query('select pg_sleep(0.05)')
      }),
    )
    try {
      for (let i = impactIndex; i < fallSequence.length; i++) {
        const answer = await sendSecond(i)
        assert.equal(answer.status, 200, answer.text)
        service.advance('1s')
      }
    } finally {
      held = false
      await holders
    }
    assert.equal((await fallsOf(service, id)).length, 1)
    assert.equal((await alertsOf(service, ana)).length, 1)
  })

  test('and cannot be recorded now is recorded by the service itself, once', async () => {
    const { rosa, ana, id, sendSecond } = await aWearer()
    await whileUnavailable(service, 'lock table alerts in access exclusive mode', [], async () => {
      for (let i = impactIndex; i < fallSequence.length; i++) {
        const answer = await sendSecond(i)
        service.advance('1s')
        if (answer.status === 503) return
      }
      assert.fail('the fall was not even tried to be recorded')
    })
    // The device sends nothing any more.
    await until(async () => (await alertsOf(service, ana)).length === 1, 20_000)
    assert.equal((await fallsOf(service, id)).length, 1)
    const { body } = await service.call('GET', `/device/${id}/logs`, { token: rosa.token })
    assert.equal(
      body.data.filter(({ message }: { message: string }) => message === 'Possible fall').length,
      1,
    )
  })

  test('and is sent again by the device is one fall, answered 200 once it is recorded', async () => {
    const { id, sendSecond } = await aWearer()
    let refused = -1
    await whileUnavailable(service, 'lock table alerts in access exclusive mode', [], async () => {
      for (let i = impactIndex; i < fallSequence.length && refused < 0; i++) {
        if ((await sendSecond(i)).status === 503) refused = i
        service.advance('1s')
      }
      assert.ok(refused >= 0)
      assert.equal((await sendSecond(refused)).status, 503, 'not before the fall is recorded')
    })
    service.advance('1s')
    const answer = await sendSecond(refused)
    assert.equal(answer.status, 200)
    assert.equal(answer.body.data.fallDetected, true)
    assert.equal((await fallsOf(service, id)).length, 1)
    for (let i = refused + 1; i < fallSequence.length; i++) {
      service.advance('1s')
      assert.equal((await sendSecond(i)).status, 200)
    }
    assert.equal((await fallsOf(service, id)).length, 1)
  })

  test('in readings that cannot be stored is recorded by the service itself', async () => {
    const { ana, id, sendSecond } = await aWearer()
    await whileUnavailable(service, 'lock table readings in access exclusive mode', [], async () => {
      for (let i = impactIndex; i < fallSequence.length; i++) {
        assert.equal((await sendSecond(i)).status, 503)
        service.advance('1s')
      }
    })
    await until(async () => (await alertsOf(service, ana)).length === 1, 20_000)
    assert.equal((await fallsOf(service, id)).length, 1)
  })

  test('in a batch and cannot be recorded now is recorded by the service itself', async () => {
    const rosa = await service.signUp()
    const mac = randomMac()
    const begin = service.ctx.now().getTime() - 60_000
    const readings = fallSequence.map((fields, i) =>
      batchReading(new Date(begin + i * 1000), { ...fields, uptime_ms: 1000 + i * 1000 }),
    )
    const send = () =>
      service.call('POST', '/device/sensor-stream/batch', {
        token: rosa.token,
        body: { device_id: mac, readings },
      })
    await whileUnavailable(service, 'lock table alerts in access exclusive mode', [], async () =>
      assert.equal((await send()).status, 503),
    )
    const [device] = await service.ctx.db.query<{ id: string }>('select id from devices where mac = $1', [
      mac,
    ])
    const falls = await until(async () => {
      const found = await fallsOf(service, device?.id ?? '')
      return found.length > 0 && found
    }, 20_000)
    assert.deepEqual([falls.length, falls[0]?.late], [1, true])
  })
})

test('reporting a fall takes no longer for an account that has not reported any', async () => {
  const [flooder, rosa] = [await service.signUp(), await service.signUp()]
  const answered: string[] = []
  const flood = times(40, () => fall(flooder.token).then(() => answered.push('flooder')))
  await reportFall(service, rosa).then(() => answered.push('rosa'))
  assert.ok(answered.indexOf('rosa') < 10, `${answered.indexOf('rosa')} of the flood came first`)
  await flood
})

test('a token that was signed out costs one statement, however many falls are reported with it', async () => {
  const rosa = await service.signUp()
  await service.call('POST', '/auth/logout', { token: rosa.token })
  const query = mock.method(service.ctx.db, 'query')
  try {
    assert.deepEqual(tally(await times(200, () => fall(rosa.token))), { 401: 200 })
    const lookUps = query.mock.calls.filter(({ arguments: [sql] }) => sql.includes('from sessions'))
    assert.equal(lookUps.length, 1)
  } finally {
    query.mock.restore()
  }
  const { token } = (await service.logIn(rosa.email)).body
  assert.equal((await fall(token)).status, 201)
})
