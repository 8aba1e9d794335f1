import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { watchDevices } from '../../src/alerting/monitoring/watch-devices.ts'
import { listReaders } from '../../src/app/live/events.store.ts'
import { plainEventTypes } from '../../src/telemetry/device-events/device-event.ts'
import {
  cleanUpDeviceEvents,
  learnDeviceIntervals,
  reportFaultyDevices,
} from '../../src/telemetry/device-events/device-events.service.ts'
import { recordDeviceEvent } from '../../src/telemetry/device-events/record-device-event.ts'
import { incidentsOf, setMonitoring, statesOf, timelineOf, watch } from '../support/device-alarms.ts'
import { act } from '../support/incidents.ts'
import { addDevice, assign, type Fields, goodReading, type Person } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'
import { createTeam, join } from '../support/teams.ts'

const service = useSteadyService({
  SESSION_DURATION: '90d',
  RATE_LIMIT_GLOBAL: 'off',
  TIME_ZONE: 'Europe/Madrid',
})

let count = 0
/** An id that no other device of the tests has. */
const newId = () => `00124B00${(0x1000_0000 + count++).toString(16).toUpperCase()}`

const say = (token: string | undefined, device_id: string, event: string, fields: Fields = {}) =>
  service.call('POST', '/device/events', { token, body: { device_id, event, ...fields } })

async function said(person: Person, device_id: string, event: string, fields: Fields = {}) {
  const answer = await say(person.token, device_id, event, fields)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data as { eventId: string; action: string; incidentId: string | null }
}

async function patientWithCaregiver() {
  const patient = await service.signUp()
  const caregiver = await service.signUp({ role: 'CAREGIVER' })
  await assign(service, caregiver.id, patient.id)
  return { patient, caregiver }
}

const devicesOf = async ({ token }: Person) => {
  const { id } = (await service.call('GET', '/me', { token })).body.data
  const admin = await service.adminToken()
  return (await service.call('GET', '/admin/devices', { token: admin, query: { userId: id } })).body.data
}

const eventsOf = async (token: string, id: string, query: Record<string, string> = {}) => {
  const answer = await service.call('GET', `/device/${id}/events`, { token, query })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** Moves the clock to the next time of day in Madrid. */
async function goTo(hours: number, minutes = 0): Promise<void> {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Madrid', timeStyle: 'short' })
  const [hour = 0, minute = 0] = format.format(service.ctx.now()).split(':').map(Number)
  const left = (hours * 60 + minutes - hour * 60 - minute + 1440) % 1440
  service.advance(`${left}m`)
  // The service looks again at once, and counts nothing of the time in which it did not.
  await watchDevices(service.ctx)
}

describe('a call for help', () => {
  test('of a button that nobody has registered opens an incident, and is joined by the next', async () => {
    const { patient, caregiver } = await patientWithCaregiver()
    const id = newId()
    const first = await said(patient, id, 'sos', { detail: 'bathroom cord', battery_level: 71 })
    assert.equal(first.action, 'OPENED')
    const { data } = (await service.call('GET', `/incidents/${first.incidentId}`, { token: caregiver.token }))
      .body
    assert.deepEqual([data.kind, data.severity, data.patientId], ['SOS', 'CRITICAL', patient.id])
    assert.deepEqual(data.timeline[0].data, { code: 'BUTTON_PRESSED', detail: 'bathroom cord' })
    const [device] = await devicesOf(patient)
    assert.deepEqual(
      [device.externalId, device.macAddress, device.kind, device.status, device.batteryLevel, device.place],
      [id, id, 'BUTTON', 'ACTIVE', 71, null],
    )
    assert.equal(data.deviceName, device.name)
    const again = await said(patient, id, 'sos')
    assert.deepEqual([again.action, again.incidentId], ['REPEATED', first.incidentId])
    service.advance('2m')
    const later = await said(patient, id.toLowerCase(), 'sos')
    assert.deepEqual([later.action, later.incidentId], ['JOINED', first.incidentId])
    assert.equal((await devicesOf(patient)).length, 1)
  })

  test('with an id is the same for a week, in every spelling of the device', async () => {
    const { patient } = await patientWithCaregiver()
    const id = newId()
    const call = await said(patient, id, 'sos', { event_id: 'press-1' })
    service.advance('6d')
    const repeated = await said(patient, id.replace(/(..)(?=.)/g, '$1-'), 'sos', { event_id: 'press-1' })
    assert.deepEqual(repeated, { eventId: 'press-1', action: 'REPEATED', incidentId: call.incidentId })
    service.advance('2d')
    assert.equal((await said(patient, id, 'sos', { event_id: 'press-1' })).action, 'JOINED')
  })

  test('at the same time from many connections is one', async () => {
    const { patient } = await patientWithCaregiver()
    const id = newId()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => said(patient, id, 'sos', { event_id: 'x' })),
    )
    const actions = answers.map(({ action }) => action).sort()
    assert.deepEqual(actions, ['OPENED', ...Array.from({ length: 11 }, () => 'REPEATED')])
    assert.equal(new Set(answers.map(({ incidentId }) => incidentId)).size, 1)
  })

  test('is taken back by an entry, and goes on', async () => {
    const { patient } = await patientWithCaregiver()
    const id = newId()
    const { incidentId } = await said(patient, id, 'sos')
    const back = await said(patient, id, 'sos_cancelled')
    assert.deepEqual([back.action, back.incidentId], ['RECORDED', incidentId])
    assert.deepEqual(await statesOf(service, patient, 'SOS'), ['OPEN CRITICAL'])
    assert.equal(
      (await timelineOf(service, incidentId ?? '')).at(-1),
      'The call was taken back at the device',
    )
  })

  test('that was pressed hours ago still calls, and says when', async () => {
    const { patient } = await patientWithCaregiver()
    const at = new Date(service.ctx.now().getTime() - 3 * 3_600_000)
    const { action, incidentId } = await said(patient, newId(), 'sos', { at: at.toISOString() })
    assert.equal(action, 'OPENED')
    assert.match((await timelineOf(service, incidentId ?? ''))[0] ?? '', new RegExp(at.toISOString()))
  })
})

describe('a fall', () => {
  test('of which a device says so itself is recorded with its source, and raised by more confidence', async () => {
    const { patient, caregiver } = await patientWithCaregiver()
    const id = newId()
    const fall = await said(patient, id, 'fall')
    assert.equal(fall.action, 'OPENED')
    service.advance('11s')
    const surer = await said(patient, id, 'fall', { confidence: 0.95 })
    assert.deepEqual([surer.action, surer.incidentId], ['JOINED', fall.incidentId])
    const { data: falls } = (await service.call('GET', '/falls', { token: patient.token })).body
    assert.deepEqual(
      falls.map(({ source, status, confidence }: Fields) => [source, status, confidence]),
      [['DEVICE_VERDICT', 'CONFIRMED', 0.95]],
    )
    assert.deepEqual(await statesOf(service, patient, 'FALL'), ['OPEN CRITICAL'])
    const { data: alerts } = (await service.call('GET', '/caregivers/alerts', { token: caregiver.token }))
      .body
    assert.equal(alerts.length, 1)
    const cleared = await said(patient, id, 'fall_cleared')
    assert.deepEqual([cleared.action, cleared.incidentId], ['RECORDED', fall.incidentId])
    const trace = await service.call('GET', `/falls/${falls[0].id}/trace`, { token: caregiver.token })
    assert.deepEqual([trace.status, trace.body.data.readings], [200, []])
  })

  test('below POTENTIAL notifies nobody', async () => {
    const { patient } = await patientWithCaregiver()
    const unsure = await said(patient, newId(), 'fall', { confidence: 0.2 })
    assert.deepEqual([unsure.action, unsure.incidentId], ['RECORDED', null])
    assert.deepEqual(await statesOf(service, patient, 'FALL'), [])
  })
})

describe('an event is refused', () => {
  const cases: [name: string, body: Fields, status: number][] = [
    ['without a device', { event: 'sos' }, 400],
    ['with an id that is none', { device_id: 'a/b', event: 'sos' }, 400],
    ['with the id of no device', { device_id: '00:00:00:00:00:00', event: 'sos' }, 400],
    ['that is not known', { device_id: 'x', event: 'explosion' }, 400],
    ['with an impossible confidence', { device_id: 'x', event: 'fall', confidence: 2 }, 400],
    ['that happens tomorrow', { device_id: 'x', event: 'sos', at: '2099-01-01T00:00:00Z' }, 400],
    ['with a detail that reverses text', { device_id: 'x', event: 'sos', detail: 'a\u202eb' }, 400],
  ]
  for (const [name, body, status] of cases) {
    test(`${name}, and nothing is stored`, async () => {
      const { token, ...person } = await service.signUp()
      const answer = await service.call('POST', '/device/events', { token, body })
      assert.equal(answer.status, status, answer.text)
      assert.ok(answer.body.details, answer.text)
      assert.deepEqual(await devicesOf({ token, ...person } as Person), [])
    })
  }

  test('of a device of somebody else, or one that is disabled', async () => {
    const [owner, other] = [await service.signUp(), await service.signUp()]
    const id = newId()
    await said(owner, id, 'alive')
    const foreign = await say(other.token, id, 'sos')
    assert.deepEqual([foreign.status, foreign.body.code], [403, 'OTHER_OWNER'])
    const [device] = await devicesOf(owner)
    const token = await service.adminToken()
    await service.call('POST', `/admin/devices/${device.id}/disable`, { token })
    const disabled = await say(owner.token, id, 'sos')
    assert.deepEqual([disabled.status, disabled.body.code], [403, 'DEVICE_DISABLED'])
    assert.deepEqual([(await say(undefined, id, 'sos')).status], [401])
  })

  test('of the eleventh device of an account', async () => {
    const owner = await service.signUp()
    for (let i = 0; i < 10; i++) await said(owner, newId(), 'alive')
    const answer = await say(owner.token, newId(), 'sos')
    assert.deepEqual([answer.status, answer.body.code], [409, 'TOO_MANY_DEVICES'])
  })

  test('of a source that does not know the device, or to which it is not assigned', async () => {
    const owner = await service.signUp()
    const id = newId()
    const record = (isAssigned: boolean) =>
      recordDeviceEvent(
        service.ctx,
        { type: 'INTAKE', isAssigned: () => isAssigned, isGateway: true },
        { externalId: id, event: 'sos' },
      )
    await assert.rejects(record(true), { code: 'DEVICE_NOT_FOUND' })
    await said(owner, id, 'alive')
    await assert.rejects(record(false), { code: 'OTHER_OWNER' })
    assert.equal((await record(true)).action, 'OPENED')
  })
})

test('a reading and an event of a MAC address are of the same device', async () => {
  const { patient } = await patientWithCaregiver()
  const { mac, id } = await addDevice(service, patient.token)
  await said(patient, mac.replaceAll(':', '').toLowerCase(), 'sos')
  const devices = await devicesOf(patient)
  assert.deepEqual(
    devices.map((device: Fields) => [device.id, device.externalId, device.kind]),
    [[id, mac, 'WEARABLE']],
  )
  const key = (await service.call('POST', '/device/keys', { token: patient.token, body: {} })).body.data.key
  assert.equal((await say(key, mac, 'alive')).status, 200)
  const reading = await service.call('POST', '/device/sensor-stream', {
    token: patient.token,
    body: goodReading('00124B0024C8F1A7'),
  })
  assert.equal(reading.status, 400)
})

test('what a device said is listed with what came of it, for whoever may read the device', async () => {
  const { patient, caregiver } = await patientWithCaregiver()
  const id = newId()
  for (const event of plainEventTypes)
    await said(patient, id, event, { event_id: `the ${event}`.replace(' ', '-') })
  const at = new Date(service.ctx.now().getTime() - 16 * 60_000).toISOString()
  await said(patient, id, 'door_opened', { at, detail: 'garden' })
  const [device] = await devicesOf(patient)
  const { data, pagination } = await eventsOf(caregiver.token, device.id, { limit: '50' })
  assert.equal(pagination.total, plainEventTypes.length + 1)
  assert.deepEqual(Object.keys(data[0]).sort(), [
    ...['action', 'at', 'batteryLevel', 'confidence', 'detail', 'event', 'eventId', 'incidentId', 'late'],
    ...['receivedAt', 'repeats'],
  ])
  assert.deepEqual(
    [data[0].event, data[0].late, data[0].at, data[0].detail, data[0].action],
    ['door_opened', true, at, 'garden', 'RECORDED'],
  )
  assert.deepEqual(
    data
      .map(({ event }: Fields) => event)
      .reverse()
      .slice(0, -1),
    [...plainEventTypes],
  )
  const sos = data.find(({ event }: Fields) => event === 'sos')
  assert.deepEqual([sos.action, typeof sos.incidentId], ['OPENED', 'string'])
  const stranger = await service.signUp({ role: 'CAREGIVER' })
  const refused = await service.call('GET', `/device/${device.id}/events`, { token: stranger.token })
  assert.equal(refused.status, 403)
  const logs = (await service.call('GET', `/device/${device.id}/logs`, { token: patient.token })).body.data
  assert.deepEqual(logs.map(({ type, message }: Fields) => `${type} ${message}`).reverse(), [
    'INFO Device registered',
    'WARNING Tampered with',
    'INFO Test',
    'INFO Battery',
  ])
})

describe('a bed', () => {
  test('tells people once somebody is out for too long at night, and no more when they are back', async () => {
    const { patient } = await patientWithCaregiver()
    const bed = newId()
    await goTo(23)
    await said(patient, bed, 'bed_exit')
    await watch(service, 14 * 60)
    assert.deepEqual(await statesOf(service, patient, 'BED_EXIT'), [])
    await watch(service, 60)
    await watch(service, 5 * 60)
    assert.deepEqual(await statesOf(service, patient, 'BED_EXIT'), ['OPEN HIGH'])
    const back = await said(patient, bed, 'bed_return')
    const [incident] = await incidentsOf(service, patient, 'BED_EXIT')
    assert.deepEqual([back.action, back.incidentId, incident?.state], ['RECORDED', incident?.id, 'RESOLVED'])
  })

  test('tells nobody of somebody who is back in time, who gets up in the morning, or who is not watched', async () => {
    const { patient } = await patientWithCaregiver()
    const other = await patientWithCaregiver()
    await setMonitoring(service, other.patient, { bedExitEnabled: false })
    const [bed, unwatched] = [newId(), newId()]
    await goTo(1)
    await said(patient, bed, 'bed_exit')
    await said(other.patient, unwatched, 'bed_exit')
    await watch(service, 10 * 60)
    await said(patient, bed, 'bed_return')
    await watch(service, 10 * 60)
    await goTo(6, 30)
    await said(patient, bed, 'bed_exit')
    await watch(service, 20 * 60)
    assert.deepEqual(await statesOf(service, patient, 'BED_EXIT'), [])
    assert.deepEqual(await statesOf(service, other.patient, 'BED_EXIT'), [])
  })

  test('tells people of the next exit although the return before it was lost, and of one that is repeated once', async () => {
    const { patient, caregiver } = await patientWithCaregiver()
    const bed = newId()
    // They got up in the morning, went to bed in the evening, and only the bed does not know.
    await goTo(9)
    await said(patient, bed, 'bed_exit')
    await goTo(23)
    await said(patient, bed, 'bed_exit')
    // A bed that repeats its state postpones nothing.
    for (let i = 0; i < 3; i++)
      await watch(service, 5 * 60, async () => void (await said(patient, bed, 'bed_exit')))
    assert.deepEqual(await statesOf(service, patient, 'BED_EXIT'), ['OPEN HIGH'])
    const [incident] = await incidentsOf(service, patient, 'BED_EXIT')
    await act(service, caregiver, incident?.id ?? '', 'resolve', { outcome: 'HELP_GIVEN' })
    for (let i = 0; i < 3; i++)
      await watch(service, 15 * 60, async () => void (await said(patient, bed, 'bed_exit')))
    assert.deepEqual(await statesOf(service, patient, 'BED_EXIT'), ['RESOLVED HIGH'])
    // Brought back to bed, they leave it again.
    service.advance('1h')
    await said(patient, bed, 'bed_exit')
    await watch(service, 16 * 60)
    assert.deepEqual(await statesOf(service, patient, 'BED_EXIT'), ['RESOLVED HIGH', 'OPEN HIGH'])
  })

  test('is told at once without a grace time, and by two processes once', async () => {
    const { patient } = await patientWithCaregiver()
    await setMonitoring(service, patient, {
      bedExitAfterMinutes: 0,
      bedExitFrom: '00:00',
      bedExitTo: '00:00',
    })
    assert.equal((await said(patient, newId(), 'bed_exit')).action, 'OPENED')
    const other = await patientWithCaregiver()
    await setMonitoring(service, other.patient, { bedExitFrom: '12:00', bedExitTo: '12:00' })
    await said(other.patient, newId(), 'bed_exit')
    service.advance('15m')
    await Promise.all([watchDevices(service.ctx), watchDevices(service.ctx)])
    const [incident, ...more] = await incidentsOf(service, other.patient, 'BED_EXIT')
    assert.deepEqual(more, [])
    assert.equal(
      (await timelineOf(service, incident?.id ?? '')).filter((text) => /Out of bed/.test(text)).length,
      1,
    )
    await setMonitoring(service, other.patient, { bedExitEnabled: false })
    assert.deepEqual(await statesOf(service, other.patient, 'BED_EXIT'), ['RESOLVED HIGH'])
  })
})

test('a door tells people at once in its hours, if somebody has asked for it', async () => {
  const { patient } = await patientWithCaregiver()
  const door = newId()
  await goTo(23)
  assert.equal((await said(patient, door, 'door_opened')).action, 'RECORDED')
  await setMonitoring(service, patient, { wanderingEnabled: true })
  service.advance('1m')
  assert.equal((await said(patient, door, 'door_opened')).action, 'OPENED')
  await said(patient, door, 'door_closed')
  assert.deepEqual(await statesOf(service, patient, 'WANDERING'), ['OPEN HIGH'])
  await goTo(12)
  assert.equal((await said(patient, door, 'door_opened')).action, 'RECORDED')
})

test('hours of the day without a sign of life tell people once a day, and a sign ends it', async () => {
  const { patient } = await patientWithCaregiver()
  const sensor = newId()
  await setMonitoring(service, patient, { inactivityEnabled: true, inactivityAfterHours: 1 })
  const inactivity = () => statesOf(service, patient, 'INACTIVITY')
  /** The service looks at least every three minutes; the sensor says that it is alive. */
  const pass = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 2) {
      service.advance('2m')
      await watchDevices(service.ctx)
    }
    await said(patient, sensor, 'alive')
  }
  await goTo(9)
  await said(patient, sensor, 'motion')
  await pass(58)
  assert.deepEqual(await inactivity(), [])
  await pass(4)
  await pass(70)
  assert.deepEqual(await inactivity(), ['OPEN MEDIUM'])
  await said(patient, sensor, 'door_closed')
  assert.deepEqual(await inactivity(), ['RESOLVED MEDIUM'])
  await goTo(7)
  await pass(62)
  assert.deepEqual(await inactivity(), ['RESOLVED MEDIUM'], 'the night does not count')
  await pass(60)
  assert.deepEqual(await inactivity(), ['RESOLVED MEDIUM', 'OPEN MEDIUM'])
})

test('hours without a sign count from when somebody asked for it, if a sensor has never given one', async () => {
  const token = await service.adminToken()
  const [sensed, worn] = [await patientWithCaregiver(), await patientWithCaregiver()]
  const body = { userId: sensed.patient.id, externalId: newId(), kind: 'MOTION' }
  assert.equal((await service.call('POST', '/admin/devices', { token, body })).status, 201)
  await addDevice(service, worn.patient.token)
  await goTo(9)
  for (const { patient } of [sensed, worn])
    await setMonitoring(service, patient, { inactivityEnabled: true, inactivityAfterHours: 1 })
  await watch(service, 58 * 60)
  assert.deepEqual(await statesOf(service, sensed.patient, 'INACTIVITY'), [])
  await watch(service, 70 * 60)
  assert.deepEqual(await statesOf(service, sensed.patient, 'INACTIVITY'), ['OPEN MEDIUM'])
  assert.deepEqual(await statesOf(service, worn.patient, 'INACTIVITY'), [])
  await said(sensed.patient, body.externalId, 'motion')
  assert.deepEqual(await statesOf(service, sensed.patient, 'INACTIVITY'), ['RESOLVED MEDIUM'])
})

test('a member of staff who asks for a colleague reaches staff, and no relatives', async () => {
  const { patient, caregiver } = await patientWithCaregiver()
  const { action, incidentId } = await said(patient, newId(), 'assist')
  assert.equal(action, 'OPENED')
  const preview = await service.call('GET', `/patients/${patient.id}/escalation/preview`, {
    token: caregiver.token,
    query: { kind: 'STAFF_ASSIST', severity: 'HIGH' },
  })
  assert.equal(preview.status, 200, preview.text)
  await service.ctx.db.query(`update assignments set kind = 'RELATIVE' where caregiver_id = $1`, [
    caregiver.id,
  ])
  const without = await service.call('GET', `/patients/${patient.id}/escalation/preview`, {
    token: caregiver.token,
    query: { kind: 'STAFF_ASSIST', severity: 'HIGH' },
  })
  const told = (answer: typeof preview) => answer.body.data.steps.flatMap(({ tells }: Fields) => tells)
  assert.ok(told(preview).some(({ personId }: Fields) => personId === caregiver.id))
  assert.ok(!told(without).some(({ personId }: Fields) => personId === caregiver.id))
  assert.ok(incidentId)
})

describe('a shared device', () => {
  async function wardWithDoor(fields: Fields = {}) {
    const admin = await service.adminToken()
    const ward = `Ward ${newId()}`
    const team = await createTeam(service, admin, { ward })
    const caregiver = await service.signUp({ role: 'CAREGIVER' })
    await join(service, admin, team, caregiver.id)
    const externalId = newId()
    const body = { externalId, kind: 'DOOR', name: 'Garden door', place: { ward }, ...fields }
    const made = await service.call('POST', '/admin/devices', { token: admin, body })
    assert.equal(made.status, 201, made.text)
    return { admin, ward, caregiver, externalId, device: made.body.data }
  }

  test('tells the team of its ward where it was, and shows nobody else', async () => {
    const { admin, ward, caregiver, externalId, device } = await wardWithDoor()
    assert.deepEqual([device.userId, device.place], [null, { site: null, ward, room: null }])
    assert.match(device.setup.command, /device\/events/)
    await goTo(23)
    const { incidentId, action } = (await say(device.key, externalId, 'door_opened')).body.data
    assert.equal(action, 'OPENED')
    const seen = await service.call('GET', `/incidents/${incidentId}`, { token: caregiver.token })
    assert.equal(seen.status, 200, seen.text)
    const { kind, patientId, deviceName } = seen.body.data
    assert.deepEqual(
      [kind, patientId, seen.body.data.ward, deviceName],
      ['WANDERING', null, ward, 'Garden door'],
    )
    const list = (await service.call('GET', '/incidents', { token: caregiver.token })).body.data
    assert.deepEqual(
      list.map(({ id }: Fields) => id),
      [incidentId],
    )
    const stranger = await service.signUp({ role: 'CAREGIVER' })
    for (const who of [stranger, await service.signUp()]) {
      assert.equal((await service.call('GET', `/incidents/${incidentId}`, { token: who.token })).status, 403)
      assert.deepEqual((await service.call('GET', '/incidents', { token: who.token })).body.data, [])
      assert.equal(
        (await service.call('GET', `/device/${device.id}/events`, { token: who.token })).status,
        403,
      )
    }
    const [event] = await service.ctx.db.query<{ id: number }>(
      'select id::float8 as id from events where subject_id = $1 order by id limit 1',
      [incidentId],
    )
    const readers = (await listReaders(service.ctx.db, [event?.id ?? 0])).map(({ userId }) => userId)
    assert.ok(readers.includes(caregiver.id))
    assert.ok(!readers.includes(stranger.id))
    const acknowledged = await act(service, caregiver, incidentId, 'acknowledge', {})
    assert.equal(acknowledged.status, 200, acknowledged.text)
    const resolved = await act(service, caregiver, incidentId, 'resolve', { outcome: 'OTHER' })
    assert.equal(resolved.status, 200, resolved.text)
    const listed = await service.call('GET', '/admin/devices', {
      token: admin,
      query: { externalId: externalId.toLowerCase() },
    })
    assert.deepEqual(
      listed.body.data.map(({ id, ownerName }: Fields) => [id, ownerName]),
      [[device.id, null]],
    )
    assert.equal(
      (await service.call('GET', `/device/${device.id}/events`, { token: caregiver.token })).status,
      200,
    )
  })

  test('speaks for admins and sources only, and calls for each device by itself', async () => {
    const { ward, admin, externalId, device } = await wardWithDoor({ kind: 'BUTTON' })
    const caregiver = await service.signUp({ role: 'CAREGIVER' })
    assert.equal((await say(caregiver.token, externalId, 'sos')).status, 403)
    const second = newId()
    const body = { externalId: second, kind: 'RADAR', place: { ward, room: '12' } }
    await service.call('POST', '/admin/devices', { token: admin, body })
    const calls = [
      (await say(device.key, externalId, 'sos')).body.data,
      (await say(admin, second, 'sos')).body.data,
      (await say(admin, second, 'fall', { confidence: 0.95 })).body.data,
      (await say(admin, second, 'assist')).body.data,
    ]
    assert.deepEqual(
      calls.map(({ action }) => action),
      ['OPENED', 'OPENED', 'OPENED', 'OPENED'],
    )
    assert.equal(new Set(calls.map(({ incidentId }) => incidentId)).size, 4)
  })

  test('is registered with an owner or a place, and an id that no other device has', async () => {
    const { admin, ward, externalId } = await wardWithDoor()
    const owner = await service.signUp()
    const register = (body: Fields) => service.call('POST', '/admin/devices', { token: admin, body })
    for (const body of [{}, { userId: owner.id, place: { ward } }, { place: { room: '1' } }])
      assert.equal((await register(body)).status, 400)
    const spelled = externalId.toLowerCase().replace(/(..)(?=.)/g, '$1:')
    const taken = await register({ userId: owner.id, externalId: spelled })
    assert.deepEqual([taken.status, taken.body.code], [409, 'MAC_TAKEN'])
  })
})

test('an admin sets what a device is, and where a shared one is', async () => {
  const owner = await service.signUp()
  const token = await service.adminToken()
  const externalId = newId()
  await said(owner, externalId, 'alive')
  const [{ id }] = await devicesOf(owner)
  const put = (body: Fields) => service.call('PUT', `/admin/devices/${id}`, { token, body })
  const changed = await put({ kind: 'PENDANT', expectedEverySeconds: 86_400, name: 'Pendant' })
  assert.equal(changed.status, 200, changed.text)
  const { kind, expectedEverySeconds, name } = changed.body.data
  assert.deepEqual([kind, expectedEverySeconds, name], ['PENDANT', 86_400, 'Pendant'])
  assert.equal((await put({ place: { ward: 'B' } })).status, 400)
  assert.equal((await put({ expectedEverySeconds: 10 })).status, 400)
})

test('a device with an interval of its own is silent after two of them, and back with the next event', async () => {
  const { patient, caregiver } = await patientWithCaregiver()
  const token = await service.adminToken()
  const externalId = newId()
  const body = { userId: patient.id, externalId, kind: 'BUTTON', expectedEverySeconds: 3600 }
  const { data } = (await service.call('POST', '/admin/devices', { token, body })).body
  assert.deepEqual([data.expectedEverySeconds, data.status], [3600, 'UNREGISTERED'])
  await said(patient, externalId, 'alive')
  await watch(service, 119 * 60)
  assert.deepEqual(await statesOf(service, patient, 'DEVICE_SILENT'), [])
  await watch(service, 2 * 60)
  assert.deepEqual(await statesOf(service, patient, 'DEVICE_SILENT'), ['OPEN LOW'])
  const read = async () =>
    (await service.call('GET', `/device/${data.id}`, { token: caregiver.token })).body.data
  assert.equal((await read()).status, 'INACTIVE')
  await said(patient, externalId, 'alive')
  assert.deepEqual(await statesOf(service, patient, 'DEVICE_SILENT'), ['RESOLVED LOW'])
  assert.equal((await read()).status, 'ACTIVE')
})

test('an interval is learned from a device that says for days that it is alive', async () => {
  const { patient } = await patientWithCaregiver()
  const [regular, quiet] = [newId(), newId()]
  await said(patient, quiet, 'sos')
  for (let hour = 0; hour <= 78; hour += 6) {
    await said(patient, regular, 'alive')
    service.advance('6h')
  }
  await learnDeviceIntervals(service.ctx)
  const devices = await devicesOf(patient)
  const intervalOf = (id: string) =>
    devices.find(({ externalId }: Fields) => externalId === id).expectedEverySeconds
  assert.equal(intervalOf(regular), 6 * 3600)
  assert.equal(intervalOf(quiet), null)
})

test('a battery that two events say is low raises the alarm of a low battery, and a new one clears it', async () => {
  const { patient } = await patientWithCaregiver()
  const id = newId()
  for (const battery_level of [60, 15]) {
    await said(patient, id, 'battery', { battery_level })
    service.advance('1h')
  }
  assert.deepEqual(await statesOf(service, patient, 'LOW_BATTERY'), [])
  await said(patient, id, 'alive', { battery_level: 14 })
  assert.deepEqual(await statesOf(service, patient, 'LOW_BATTERY'), ['OPEN LOW'])
  await said(patient, id, 'battery', { battery_level: 100 })
  assert.deepEqual(await statesOf(service, patient, 'LOW_BATTERY'), ['RESOLVED LOW'])
})

test('a button that calls by mistake five times a day is faulty, and still calls', async () => {
  const { patient, caregiver } = await patientWithCaregiver()
  const id = newId()
  for (let i = 0; i < 5; i++) {
    const { action, incidentId } = await said(patient, id, 'sos')
    assert.equal(action, 'OPENED')
    await reportFaultyDevices(service.ctx)
    assert.deepEqual(await statesOf(service, patient, 'DEVICE_FAULT'), [])
    const closed = await act(service, caregiver, incidentId ?? '', 'resolve', { outcome: 'FALSE_ALARM' })
    assert.equal(closed.status, 200, closed.text)
    service.advance('1h')
  }
  for (let i = 0; i < 2; i++) await reportFaultyDevices(service.ctx)
  assert.deepEqual(await statesOf(service, patient, 'DEVICE_FAULT'), ['OPEN LOW'])
  const [device] = await devicesOf(patient)
  const logs = (await service.call('GET', `/device/${device.id}/logs`, { token: patient.token })).body.data
  assert.match(logs[0].message, /5 calls .* false/)
  assert.equal((await said(patient, id, 'sos')).action, 'OPENED')
  service.advance('25h')
  await reportFaultyDevices(service.ctx)
  assert.deepEqual(await statesOf(service, patient, 'DEVICE_FAULT'), ['RESOLVED LOW'])
})

test('of a device that says too much the first events act, and the rest are counted', async () => {
  const { patient } = await patientWithCaregiver()
  const id = newId()
  const actions: string[] = []
  for (let i = 0; i < 60; i++) actions.push((await said(patient, id, 'motion', { event_id: `m${i}` })).action)
  assert.ok(actions.slice(0, 30).every((action) => action === 'RECORDED'))
  assert.ok(actions.slice(31).every((action) => action === 'REPEATED'))
  assert.equal((await said(patient, id, 'sos')).action, 'OPENED')
  const [device] = await devicesOf(patient)
  const { data } = await eventsOf(patient.token, device.id, { limit: '100' })
  const stored = data.filter(({ event }: Fields) => event === 'motion')
  assert.ok(stored.length <= 31, `${stored.length} were stored`)
  assert.equal(
    stored.reduce((sum: number, { repeats }: { repeats: number }) => sum + 1 + repeats, 0),
    60,
  )
})

test('old events beyond a thousand are deleted', async () => {
  const { patient } = await patientWithCaregiver()
  await said(patient, newId(), 'alive')
  const [device] = await devicesOf(patient)
  await service.ctx.db.query(
    `insert into device_events (id, device, event_id, type, at, received_at, late, action)
     select gen_random_uuid(), number, n::text, 'alive', at, at, false, 'RECORDED'
     from devices, generate_series(1, 1010) as n cross join lateral (select $2::timestamptz - n * interval '1 hour' as at) as t
     where id = $1`,
    [device.id, new Date(service.ctx.now().getTime() - 8 * 86_400_000)],
  )
  assert.equal(await cleanUpDeviceEvents(service.ctx), 11)
  assert.equal(await cleanUpDeviceEvents(service.ctx), 0)
})
