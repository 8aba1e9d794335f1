// A device that decides alone which motion it sends: the service must reach the verdict that all of the motion has.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { needsPrograms } from '../../harness/programs.ts'
import { createRandom } from '../../harness/random.ts'
import type { MotionReading } from '../../src/detection/fall-detector.ts'
import { exportSamples } from '../../src/records/profile/export-readings.ts'
import { compileAlone } from '../../tools/detection/on-device.ts'
import { randomActivity } from '../../tools/detection/synthetic-activities.ts'
import { falling, randomFall, readingsOfMotion } from '../../tools/detection/synthetic-motion.ts'
import { statesOf, watch } from '../support/device-alarms.ts'
import { often } from '../support/full.ts'
import {
  assign,
  countRows,
  devicesOfUser,
  type Fields,
  fallsOf,
  goodReading,
  type Person,
  randomMac,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService({ SESSION_DURATION: '90d', RATE_LIMIT_GLOBAL: 'off' })

/** A number as a device writes it: the bodies of windows are limited to 64 KiB. */
const written = (value: number) => Math.round(value * 100) / 100

/** Returns the samples of readings in a row, as an event or a reading has them. */
function samplesOf(readings: readonly MotionReading[]): Fields {
  const parts = readings.map(({ samples }) => samples ?? { rateHz: 0, motions: [] })
  return {
    sample_rate_hz: parts[0]?.rateHz,
    samples: parts.flatMap(({ motions }) =>
      motions.map(({ accel, gyro }) => [...accel, ...gyro].map(written)),
    ),
  }
}

const aFall = readingsOfMotion(falling, 13, 'samples', 25)

const send = (person: Person, fields: Fields) =>
  service.call('POST', '/device/events', { token: person.token, body: { event: 'impact', ...fields } })

async function sent(person: Person, fields: Fields) {
  const answer = await send(person, fields)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data as { eventId: string; action: string; incidentId: string | null }
}

async function sendReading({ token }: Person, mac: string, reading: MotionReading): Promise<void> {
  const body = goodReading(mac, { uptime_ms: reading.uptimeMs, ...samplesOf([reading]) })
  const answer = await service.call('POST', '/device/sensor-stream', { token, body })
  assert.equal(answer.status, 200, answer.text)
}

async function fallsOfDevice(address: string) {
  const [device] = await service.ctx.db.query<{ id: string }>('select id from devices where mac = $1', [
    address,
  ])
  return device ? fallsOf(service, device.id) : []
}

const eventsOf = (person: Person) =>
  countRows(service, 'device_events join devices on number = device where user_id = $1', [person.id])

test('a window of motion has the verdict of the same motion sent as readings', async () => {
  const random = createRandom(5)
  let found = 0
  for (let i = 0; i < often(12, 60); i++) {
    const motion = i % 2 === 0 ? randomFall(random) : randomActivity(random)
    const readings = readingsOfMotion(motion, 13, 'samples', [25, 50, 32, 100][(i >> 1) % 4])
    const [continuous, sparse] = [await service.signUp(), await service.signUp()]
    const [mac, address] = [randomMac(), randomMac()]
    for (const reading of readings) {
      service.advance('1s')
      await sendReading(continuous, mac, reading)
    }
    const outcome = await sent(sparse, { device_id: address, ...samplesOf(readings) })
    const [expected, actual] = [await fallsOfDevice(mac), await fallsOfDevice(address)]
    const verdictOf = ({ status, confidence, accel }: (typeof actual)[number]) => [status, confidence, accel]
    assert.deepEqual(actual.map(verdictOf), expected.map(verdictOf), `motion ${i}`)
    for (const [n, { createdAt }] of actual.entries())
      assert.ok(Math.abs(createdAt.getTime() - (expected[n]?.createdAt.getTime() ?? 0)) <= 1500)
    const states = await statesOf(service, continuous, 'FALL')
    assert.deepEqual(await statesOf(service, sparse, 'FALL'), states)
    assert.equal(outcome.action, states.length > 0 ? 'OPENED' : 'RECORDED')
    found += states.length
  }
  assert.ok(found >= 4, `${found} falls`)
})

test('a device with the C code that sends nothing but impacts raises what one does that sends all', {
  ...needsPrograms('cc'),
}, async (t) => {
  const program = compileAlone()
  t.after(program.remove)
  const random = createRandom(9)
  let found = 0
  for (let i = 0; i < often(8, 40); i++) {
    const motion = i % 2 === 0 ? randomFall(random) : randomActivity(random)
    // Until the late look: what follows it does not reach the service.
    const readings = readingsOfMotion(motion, 14, 'samples', [25, 50, 32, 100][(i >> 1) % 4])
    const [continuous, sparse] = [await service.signUp(), await service.signUp()]
    const [mac, address] = [randomMac(), randomMac()]
    const events = program.run(readings, address)
    assert.ok(events.length <= 6, `${events.length} windows of motion ${i}`)
    for (const [second, reading] of readings.entries()) {
      service.advance('1s')
      await sendReading(continuous, mac, reading)
      for (const { body } of events.filter((event) => event.second === second))
        await sent(sparse, JSON.parse(body))
    }
    const states = await statesOf(service, continuous, 'FALL')
    assert.deepEqual(await statesOf(service, sparse, 'FALL'), states, `motion ${i}`)
    assert.equal(
      (await fallsOfDevice(address)).filter(({ status }) => status !== 'SUSPICIOUS').length,
      states.length,
    )
    found += states.length
  }
  assert.ok(found >= 3, `${found} falls`)
})

describe('an impact', () => {
  test('notifies caregivers, and its motion is the trace of the fall', async () => {
    const [patient, caregiver] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
    await assign(service, caregiver.id, patient.id)
    const { incidentId } = await sent(patient, { device_id: randomMac(), ...samplesOf(aFall) })
    const incident = await service.call('GET', `/incidents/${incidentId}`, { token: caregiver.token })
    assert.deepEqual([incident.body.data.kind, incident.body.data.state], ['FALL', 'OPEN'])
    const { token } = caregiver
    const { data: alerts } = (await service.call('GET', '/caregivers/alerts', { token })).body
    assert.equal(alerts.length, 1)
    const { data: trace } = (await service.call('GET', `/falls/${alerts[0].fallId}/trace`, { token })).body
    assert.equal(trace.readings.length, 1)
    const [{ samples, fallConfidence }] = trace.readings
    assert.deepEqual([samples.rateHz, samples.values.length], [25, 325])
    const { data: falls } = (await service.call('GET', '/falls', { token: patient.token })).body
    assert.equal(falls.length, 1)
    assert.ok(Math.abs(fallConfidence - falls[0].confidence) < 1e-6)
  })

  test('is in the export of its patient with its motion', async () => {
    const patient = await service.signUp()
    await sent(patient, { device_id: randomMac(), ...samplesOf(aFall) })
    let text = ''
    for await (const part of exportSamples(service.ctx, service.ctx.db, patient.id)) text += part
    const { rateHz, samples } = JSON.parse(text)
    assert.deepEqual([rateHz, samples.length, samples[0].length], [25, 325, 6])
  })

  test('that is repeated is the same, by its id or its motion, and another one is not', async () => {
    const patient = await service.signUp()
    const device_id = randomMac()
    const first = await sent(patient, { device_id, ...samplesOf(aFall) })
    assert.equal(first.action, 'OPENED')
    const again = await sent(patient, { device_id, ...samplesOf(aFall) })
    assert.deepEqual(again, { ...first, action: 'REPEATED' })
    // A second later, before ten seconds have passed: another event, of the same fall.
    service.advance('1s')
    const next = await sent(patient, { device_id, ...samplesOf(aFall.slice(1)) })
    assert.deepEqual([next.action, next.incidentId], ['JOINED', first.incidentId])
    const named = { device_id, event_id: 'boot-7-impact-1', ...samplesOf(aFall.slice(2)) }
    assert.equal((await sent(patient, named)).eventId, 'boot-7-impact-1')
    assert.equal((await sent(patient, { ...named, ...samplesOf(aFall) })).action, 'REPEATED')
    assert.deepEqual([await eventsOf(patient), (await fallsOfDevice(device_id)).length], [3, 1])
  })

  test('that arrives late is a late fall at the time of its motion', async () => {
    const patient = await service.signUp()
    const device_id = randomMac()
    const at = new Date(service.ctx.now().getTime() - 60 * 60_000)
    const { action } = await sent(patient, { device_id, at: at.toISOString(), ...samplesOf(aFall) })
    assert.equal(action, 'OPENED')
    const [fall] = await fallsOfDevice(device_id)
    const agoMs = at.getTime() - (fall?.createdAt.getTime() ?? 0)
    assert.ok(fall?.late && agoMs > 5000 && agoMs < 8000, String(agoMs))
  })

  test('is judged with the sensitivity of its patient', async () => {
    const patient = await service.signUp()
    const token = patient.token
    const answer = await service.call('PUT', `/patients/${patient.id}/detection`, {
      token: await service.adminToken(),
      body: { sensitivity: 'low' },
    })
    assert.equal(answer.status, 200, answer.text)
    const [usual, device_id] = [await service.signUp(), randomMac()]
    const other = randomMac()
    await sent({ ...patient, token }, { device_id, ...samplesOf(aFall) })
    await sent(usual, { device_id: other, ...samplesOf(aFall) })
    const [low] = await fallsOfDevice(device_id)
    const [normal] = await fallsOfDevice(other)
    assert.ok(low && normal && low.confidence < normal.confidence, `${low?.confidence} ${normal?.confidence}`)
  })

  const row = [0, 0, 9.81, 0, 0, 0]
  const refused: [name: string, fields: Fields, field: string][] = [
    ['without motion', {}, 'samples'],
    ['without a rate', { samples: [row] }, 'sample_rate_hz'],
    ['with an empty window', { samples: [], sample_rate_hz: 25 }, 'samples'],
    [
      'that is longer than the detector looks',
      { samples: Array(326).fill(row), sample_rate_hz: 25 },
      'samples',
    ],
    ['with more rows than that', { samples: Array(1301).fill(row), sample_rate_hz: 200 }, 'samples'],
    ['with a row that is no motion', { samples: [[0, 0, 9.81]], sample_rate_hz: 25 }, 'samples.0'],
    ['with a value of no sensor', { samples: [[0, 0, 9e9, 0, 0, 0]], sample_rate_hz: 25 }, 'samples.0.2'],
    ['with a rate that is too low', { samples: [row], sample_rate_hz: 1 }, 'sample_rate_hz'],
    ['of tomorrow', { at: '2099-01-01T00:00:00Z', samples: [row], sample_rate_hz: 25 }, 'at'],
  ]
  for (const [name, fields, field] of refused) {
    test(`${name} is refused, and changes nothing`, async () => {
      const person = await service.signUp()
      const answer = await send(person, { device_id: randomMac(), ...fields })
      assert.equal(answer.status, 400, answer.text)
      assert.ok(field in answer.body.details, answer.text)
      assert.deepEqual([await devicesOfUser(service, person.id), await eventsOf(person)], [0, 0])
    })
  }
})

test('a device that sends impacts and a heartbeat is silent only without the heartbeat', async () => {
  const patient = await service.signUp()
  const token = await service.adminToken()
  const device_id = randomMac()
  const body = { userId: patient.id, macAddress: device_id, kind: 'WEARABLE', expectedEverySeconds: 900 }
  const registered = await service.call('POST', '/admin/devices', { token, body })
  assert.equal(registered.status, 201, registered.text)
  const still = readingsOfMotion(() => ({ accel: [0, 0, 9.81], gyro: [0, 0, 0] }), 13, 'samples', 25)
  let heartbeats = 0
  for (let i = 0; i < 8; i++) {
    if (i % 3 === 0)
      for (let n = 0; n < 3; n++) {
        service.advance('1s')
        await sent(patient, { device_id, event_id: `impact-${i}-${n}`, ...samplesOf(still) })
      }
    await watch(service, 14 * 60)
    const heartbeat = { device_id, event: 'alive', event_id: `beat-${heartbeats++}`, battery_level: 80 }
    assert.equal(
      (await service.call('POST', '/device/events', { token: patient.token, body: heartbeat })).status,
      200,
    )
  }
  assert.deepEqual(await statesOf(service, patient, 'DEVICE_SILENT'), [])
  await watch(service, 31 * 60)
  assert.deepEqual(await statesOf(service, patient, 'DEVICE_SILENT'), ['OPEN LOW'])
})
