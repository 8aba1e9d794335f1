import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDeviceCache } from '../../src/telemetry/ingest/device-cache.ts'
import {
  addDevice,
  assertFields,
  batchReading,
  countRows,
  devicesOfUser,
  everythingElse,
  type Fields,
  fallSequence,
  fallsOf,
  impactIndex,
  type Person,
  randomMac,
  readingsOfUser,
  sendReading,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const second = 1000
const day = 86_400_000

/** A time of the service's clock, so many milliseconds back. */
const ago = (milliseconds: number) => new Date(service.ctx.now().getTime() - milliseconds)

/** A fall that began so long ago, a reading a second. */
const aFall = (start: Date) =>
  fallSequence.map((motion, i) =>
    batchReading(new Date(start.getTime() + i * second), { ...motion, uptime_ms: 50_000 + i * second }),
  )

const sendBatch = (token: string | undefined, mac: string, readings: unknown) =>
  service.call('POST', '/device/sensor-stream/batch', { token, body: { device_id: mac, readings } })

async function accept(person: Person, mac: string, readings: Fields[]) {
  const answer = await sendBatch(person.token, mac, readings)
  assert.equal(answer.status, 200, answer.text)
  service.advance('1s')
  return answer.body.data
}

const readingsOf = async (id: string, token: string) =>
  (await service.call('GET', `/device/${id}/readings`, { token })).body.data

const statusOf = async (id: string, token: string) =>
  (await service.call('GET', `/device/${id}/status`, { token })).body.data

describe('a batch', () => {
  test('answers 200 with exactly its fields, and registers an unknown device', async () => {
    const rosa = await service.signUp()
    const mac = randomMac()
    const before = service.ctx.now().getTime()
    const answer = await sendBatch(rosa.token, mac.toLowerCase(), [batchReading(ago(second))])
    assert.equal(answer.status, 200)
    const { deviceId, nextAllowedRequest, ...rest } = answer.body.data
    assertFields(answer.body, ['success', 'data'])
    assert.deepEqual(rest, { stored: 1, duplicates: 0, fallDetected: false })
    assert.ok(Date.parse(nextAllowedRequest) >= before + second)
    const device = (await service.call('GET', `/device/${deviceId}`, { token: rosa.token })).body.data
    assert.deepEqual([device.userId, device.macAddress], [rosa.id, mac])
  })

  test('stores each reading with its own time and all its values', async () => {
    const rosa = await service.signUp()
    const times = [ago(3 * day), ago(2 * day), ago(60 * second)]
    const samples = [[0, 0, 9.81, 0, 0, 0]]
    const { deviceId } = await accept(rosa, randomMac(), [
      batchReading(times[0] as Date, { uptime_ms: 1000, ...everythingElse }),
      batchReading(times[1] as Date, { uptime_ms: 2000, samples, sample_rate_hz: 50 }),
      batchReading(times[2] as Date, { uptime_ms: 3000 }),
    ])
    const readings = await readingsOf(deviceId, rosa.token)
    assert.deepEqual(
      readings.map(({ timestamp, uptime }: Fields) => [timestamp, uptime]),
      times.map((time, i) => [time.toISOString(), (i + 1) * 1000]).reverse(),
    )
    assert.deepEqual([readings[2].heartRate, readings[2].batteryLevel], [72, 81.5])
    assert.equal(await countRows(service, 'readings where samples is not null and at = $1', [times[1]]), 1)
  })

  test('takes the time in any zone', async () => {
    const rosa = await service.signUp()
    const at = ago(day)
    at.setMilliseconds(0)
    const local = new Date(at.getTime() + 5.5 * 3_600_000).toISOString().replace('.000Z', '+05:30')
    const { deviceId } = await accept(rosa, randomMac(), [batchReading(at, { client_timestamp: local })])
    assert.equal((await readingsOf(deviceId, rosa.token))[0].timestamp, at.toISOString())
  })

  test('makes the partitions of its days where nobody has made them ahead', async () => {
    const rosa = await service.signUp()
    service.advance('40d')
    const token = (await service.logIn(rosa.email)).body.token
    const days = [7, 5, 0].map((days) => ago(days * day - 60 * second))
    const { stored } = await accept(
      { ...rosa, token },
      randomMac(),
      days.map((at) => batchReading(at)),
    )
    assert.equal(stored, 3)
    assert.equal(await readingsOfUser(service, rosa.id), 3)
  })
})

describe('a batch that is sent again', () => {
  test('stores nothing, and says so', async () => {
    const rosa = await service.signUp()
    const mac = randomMac()
    const batch = Array.from({ length: 100 }, (_, i) => batchReading(ago(day - i * second), { uptime_ms: i }))
    const first = await accept(rosa, mac, batch)
    const again = await accept(rosa, mac, batch)
    assert.deepEqual([first.stored, first.duplicates], [100, 0])
    assert.deepEqual([again.stored, again.duplicates, again.deviceId], [0, 100, first.deviceId])
    assert.equal(await readingsOfUser(service, rosa.id), 100)
  })

  test('stores what is new in it', async () => {
    const rosa = await service.signUp()
    const mac = randomMac()
    const batch = Array.from({ length: 10 }, (_, i) => batchReading(ago(day - i * second)))
    await accept(rosa, mac, batch.slice(0, 6))
    const { stored, duplicates } = await accept(rosa, mac, batch.slice(2))
    assert.deepEqual([stored, duplicates], [4, 4])
    assert.equal(await readingsOfUser(service, rosa.id), 10)
  })

  test('stores one of two readings of the same time', async () => {
    const rosa = await service.signUp()
    const at = ago(day)
    const { stored, duplicates } = await accept(rosa, randomMac(), [batchReading(at), batchReading(at)])
    assert.deepEqual([stored, duplicates], [1, 1])
  })

  test('stores a reading that was measured in the millisecond in which a live one arrived', async () => {
    const rosa = await service.signUp()
    const mac = randomMac()
    const live = await sendReading(service, rosa.token, mac, { uptime_ms: 5000 })
    const arrivedAt = new Date(live.body.data.timestamp)
    const batch = [5000, 5900].map((uptime_ms) => batchReading(arrivedAt, { uptime_ms }))
    const first = await accept(rosa, mac, batch)
    const again = await accept(rosa, mac, batch)
    assert.deepEqual([first.stored, first.duplicates], [1, 1])
    assert.deepEqual([again.stored, again.duplicates], [0, 2])
    assert.equal(await readingsOfUser(service, rosa.id), 2)
  })

  test('creates no second fall', async () => {
    const rosa = await service.signUp()
    const mac = randomMac()
    const batch = aFall(ago(day))
    const { deviceId } = await accept(rosa, mac, batch)
    await accept(rosa, mac, batch)
    await accept(rosa, mac, [...batch, batchReading(ago(day - 60 * second))])
    assert.equal((await fallsOf(service, deviceId)).length, 1)
  })

  test('creates its fall if the first attempt broke off after the readings were stored', async () => {
    const rosa = await service.signUp()
    const { id, mac } = await addDevice(service, rosa.token)
    const batch = aFall(ago(day))
    await service.ctx.db.query('alter table falls rename to falls_away')
    const { status } = await sendBatch(rosa.token, mac, batch)
    await service.ctx.db.query('alter table falls_away rename to falls')
    assert.equal(status, 500)
    assert.equal((await fallsOf(service, id)).length, 0)
    service.advance('1s')
    await accept(rosa, mac, batch)
    assert.equal((await fallsOf(service, id)).length, 1)
  })
})

describe('what a batch reports last', () => {
  const signsOf = async (deviceId: string) => {
    const [row] = await service.ctx.db.query<Fields>(
      `select last_seen, heart_rate, heart_rate_at, spo2, spo2_at, battery
       from device_states join devices on number = device where id = $1`,
      [deviceId],
    )
    return row
  }
  const healthOf = async ({ id }: Person) =>
    (await service.call('GET', `/patients/${id}/health`, { token: await service.adminToken() })).body.data

  test('has the time of the reading that reported it', async () => {
    const rosa = await service.signUp()
    const times = [ago(6 * day), ago(3600 * second), ago(60 * second)] as const
    const { deviceId } = await accept(rosa, randomMac(), [
      batchReading(times[0], { uptime_ms: 1000, heart_rate: 190, spo2: 80, battery_level: 60 }),
      batchReading(times[1], { uptime_ms: 2000, spo2: 97 }),
      batchReading(times[2], { uptime_ms: 3000 }),
    ])
    assert.deepEqual(await signsOf(deviceId), {
      ...{ last_seen: times[2], heart_rate: 190, heart_rate_at: times[0], spo2: 97, spo2_at: times[1] },
      battery: 60,
    })
    const { vitals, lastUpdate } = await healthOf(rosa)
    assert.deepEqual([vitals.heartRate, vitals.oxygenSaturation], [null, 97], 'a day is what counts')
    assert.equal(lastUpdate, times[2].toISOString())
  })

  test('has that time however the readings were ordered, and is the newest of them', async () => {
    const rosa = await service.signUp()
    const times = [ago(4 * day), ago(3 * day), ago(2 * day), ago(day)] as const
    const rates = [60, 61, undefined, undefined]
    const batch = times.map((time, i) => batchReading(time, { uptime_ms: 1000 * i, heart_rate: rates[i] }))
    const shuffled = [2, 1, 3, 0].map((i) => batch[i] as Fields)
    const signs = await signsOf((await accept(rosa, randomMac(), shuffled)).deviceId)
    assert.deepEqual([signs?.last_seen, signs?.heart_rate, signs?.heart_rate_at], [times[3], 61, times[1]])
  })

  test('does not take the place of what the device reported after it', async () => {
    const rosa = await service.signUp()
    const device = await addDevice(service, rosa.token, { heart_rate: 70, spo2: 97, battery_level: 90 })
    service.advance('1h')
    const before = await signsOf(device.id)
    await accept(rosa, device.mac, [
      batchReading(ago(6 * day), { uptime_ms: 1000, heart_rate: 190, spo2: 80, battery_level: 10 }),
      batchReading(ago(60 * second), { uptime_ms: 2000, battery_level: 85 }),
    ])
    const { last_seen, battery, ...signs } = (await signsOf(device.id)) ?? {}
    const { last_seen: seenBefore, battery: _, ...signsBefore } = before ?? {}
    assert.deepEqual(signs, signsBefore)
    assert.equal(battery, 85)
    assert.ok((last_seen as Date) > (seenBefore as Date))
    assert.equal((await healthOf(rosa)).vitals.heartRate, 70)
  })

  test('counts for the score of a reading no longer than a day, in a process that has not received it', async () => {
    const rosa = await service.signUp()
    const mac = randomMac()
    const { deviceId } = await accept(rosa, mac, [
      batchReading(ago(6 * day), { uptime_ms: 1000, heart_rate: 0, spo2: 60 }),
      batchReading(ago(10 * second), { uptime_ms: 2000 }),
    ])
    // Looked up anew by what was stored of it, as after a restart.
    const fresh = createDeviceCache(service.ctx, service.store.heartbeat)
    const device = await fresh.findOrRegister(rosa.id, mac, service.ctx.now())
    fresh.stop()
    assert.deepEqual([device.id, device.heartRate], [deviceId, 0])
    assert.ok(service.ctx.now().getTime() - device.heartRateAt > 5 * day)
    assert.ok(service.ctx.now().getTime() - device.spo2At > 5 * day)
  })
})

describe('a fall in a batch', () => {
  test('is recorded once, with its own time, and marked as late', async () => {
    const rosa = await service.signUp()
    const start = ago(2 * day)
    const { deviceId, fallDetected } = await accept(rosa, randomMac(), aFall(start))
    assert.equal(fallDetected, true)
    const falls = await fallsOf(service, deviceId)
    assert.equal(falls.length, 1)
    assert.deepEqual([falls[0]?.late, falls[0]?.status, falls[0]?.accel], [true, 'CONFIRMED', [35, 25, 38]])
    assert.equal(falls[0]?.createdAt.getTime(), start.getTime() + impactIndex * second)
  })

  test('is seen in order of time, however the readings were ordered', async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp()]
    const batch = aFall(ago(day))
    const shuffled = [4, 0, 10, 5, 2, 7, 9, 1, 3, 6, 8].map((i) => batch[i] as Fields)
    const confidences = []
    for (const [person, readings] of [
      [rosa, batch],
      [luis, shuffled],
    ] as const) {
      const { deviceId } = await accept(person, randomMac(), readings)
      const stored = await readingsOf(deviceId, person.token)
      confidences.push(stored.map(({ fallConfidence }: Fields) => fallConfidence))
      assert.equal((await fallsOf(service, deviceId))[0]?.status, 'CONFIRMED')
    }
    assert.ok(confidences[0][0] >= 0.9)
    assert.deepEqual(confidences[1], confidences[0])
  })

  test('is one of two when they lie five minutes apart', async () => {
    const rosa = await service.signUp()
    const [first, then] = [ago(day), ago(day - 300 * second)]
    const later = aFall(then).map((reading) => ({
      ...reading,
      uptime_ms: Number(reading.uptime_ms) + 300_000,
    }))
    const { deviceId } = await accept(rosa, randomMac(), [...later, ...aFall(first)])
    const falls = await fallsOf(service, deviceId)
    assert.deepEqual(
      falls.map(({ createdAt }) => createdAt.getTime()),
      [first, then].map((time) => time.getTime() + impactIndex * second),
    )
  })
})

describe('falls of two lives of a device', () => {
  /** Both begin at the same moment of the device's own clock, as those of a device that was switched off do. */
  const twice = (first: Date, then: Date) => [aFall(first), aFall(then)] as const

  test('are two in one batch', async () => {
    const rosa = await service.signUp()
    const [early, late] = twice(ago(day), ago(day - 300 * second))
    const { deviceId } = await accept(rosa, randomMac(), [...early, ...late])
    assert.equal((await fallsOf(service, deviceId)).length, 2)
  })

  test('are two in two batches', async () => {
    const rosa = await service.signUp()
    const mac = randomMac()
    const [early, late] = twice(ago(day), ago(day - 300 * second))
    await accept(rosa, mac, early)
    const { deviceId } = await accept(rosa, mac, late)
    assert.equal((await fallsOf(service, deviceId)).length, 2)
  })
})

test('a fall that spans two batches is one, with the evidence of the second', async () => {
  const rosa = await service.signUp()
  const mac = randomMac()
  const batch = aFall(ago(day))
  const first = await accept(rosa, mac, batch.slice(0, impactIndex + 1))
  assert.equal(first.fallDetected, false)
  const { deviceId, fallDetected } = await accept(rosa, mac, batch.slice(impactIndex + 1))
  assert.equal(fallDetected, true)
  const falls = await fallsOf(service, deviceId)
  assert.deepEqual(
    falls.map(({ status }) => status),
    ['CONFIRMED'],
  )
})

describe('a fall across the seam of stream and batch is found', () => {
  const uptime = (i: number) => ({ uptime_ms: 100_000 + i * 1000 })
  const statuses = async (deviceId: string) => (await fallsOf(service, deviceId)).map(({ status }) => status)

  for (const cut of [impactIndex, impactIndex + 1, impactIndex + 2]) {
    test(`when ${cut} readings came live and the rest in a batch`, async () => {
      const rosa = await service.signUp()
      const { id, mac, send } = await addDevice(service, rosa.token)
      for (const [i, motion] of fallSequence.slice(0, cut).entries()) await send({ ...motion, ...uptime(i) })
      const since = service.ctx.now().getTime() + 1000
      const rest = fallSequence.slice(cut).map((motion, i) => {
        const { uptime_ms } = uptime(cut + i)
        return batchReading(new Date(since + i * second), { ...motion, uptime_ms })
      })
      service.advance('30s')
      assert.equal((await accept(rosa, mac, rest)).fallDetected, true)
      assert.deepEqual(await statuses(id), ['CONFIRMED'])
    })

    test(`when ${cut} readings came in a batch and the rest live`, async () => {
      const rosa = await service.signUp()
      const { id, mac, send } = await addDevice(service, rosa.token)
      service.advance('10m')
      const begun = service.ctx.now().getTime() - (cut + 1) * second
      const before = fallSequence
        .slice(0, cut)
        .map((motion, i) => batchReading(new Date(begun + i * second), { ...motion, ...uptime(i) }))
      await accept(rosa, mac, before)
      for (const [i, motion] of fallSequence.slice(cut).entries()) {
        await send({ ...motion, ...uptime(cut + i) })
      }
      assert.deepEqual(await statuses(id), ['CONFIRMED'])
    })
  }
})

describe('what a device sends live', () => {
  test('is assessed as if there were no batch in between', async () => {
    const rosa = await service.signUp()
    const confidences = []
    for (const batch of [
      undefined,
      [batchReading(ago(day)), batchReading(ago(day - second))],
      aFall(ago(day)),
    ]) {
      const { mac, send } = await addDevice(service, rosa.token)
      const responses = []
      for (const [i, motion] of fallSequence.entries()) {
        responses.push((await send({ ...motion, uptime_ms: 100_000 + i * 1000 })).fallConfidence)
        if (batch && i === impactIndex) await accept(rosa, mac, batch)
      }
      confidences.push(responses)
    }
    assert.ok((confidences[0]?.at(-1) ?? 0) >= 0.9)
    assert.deepEqual(confidences[1], confidences[0])
    assert.deepEqual(confidences[2], confidences[0])
  })

  test('is what the device last reported, also after an older batch', async () => {
    const rosa = await service.signUp()
    const { id, mac, first } = await addDevice(service, rosa.token, everythingElse)
    await accept(rosa, mac, [batchReading(ago(3600 * second), { battery_level: 7, uptime_ms: 1 })])
    const status = await statusOf(id, rosa.token)
    assert.deepEqual(
      [status.lastDataPoint, status.batteryLevel, status.uptime, status.status],
      [first.timestamp, 81.5, 5000, 'ACTIVE'],
    )
  })

  test('is outdone by a batch that is newer', async () => {
    const rosa = await service.signUp()
    const { id, mac } = await addDevice(service, rosa.token, everythingElse)
    service.advance('2h')
    const at = ago(60 * second)
    await accept(rosa, mac, [batchReading(at, { battery_level: 7 }), batchReading(ago(3600 * second))])
    const status = await statusOf(id, rosa.token)
    assert.deepEqual([status.lastDataPoint, status.batteryLevel], [at.toISOString(), 7])
  })

  test('keeps, in a batch, what only an earlier reading of it reported', async () => {
    const rosa = await service.signUp()
    const { deviceId } = await accept(rosa, randomMac(), [
      batchReading(ago(60 * second), everythingElse),
      batchReading(ago(50 * second)),
    ])
    const { batteryLevel, firmwareVersion, signalStrength } = await statusOf(deviceId, rosa.token)
    assert.deepEqual([batteryLevel, firmwareVersion, signalStrength], [81.5, '2.1.0', -61])
  })

  test('has a pace of its own', async () => {
    const rosa = await service.signUp()
    const mac = randomMac()
    assert.equal((await sendReading(service, rosa.token, mac)).status, 200)
    assert.equal((await sendBatch(rosa.token, mac, [batchReading(ago(day))])).status, 200)
    assert.equal((await sendReading(service, rosa.token, mac)).status, 429)
    assert.equal(await devicesOfUser(service, rosa.id), 1)
  })
})
