import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchDevices } from '../../src/alerting/monitoring/watch-devices.ts'
import { incidentsOf, restart, setMonitoring, statesOf, timelineOf, watch } from '../support/device-alarms.ts'
import { often } from '../support/full.ts'
import { makeCircle } from '../support/people.ts'
import { addDevice, countRows, type Fields } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService({ SESSION_DURATION: '30d' })

const hour = 3600
const day = 24 * hour

/** Lets a link be up and down in turn; a device with a link sends a reading a minute. */
async function toggle(
  device: { send: (fields?: Fields) => Promise<unknown> },
  seconds: number,
  each: number,
): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 60) {
    if (Math.floor(passed / each) % 2 === 0) await device.send()
    else service.advance('1s')
    service.advance('59s')
    await watchDevices(service.ctx)
    if (passed === Math.floor(seconds / 2)) await restart(service)
  }
}

const hoursOfToggling = often(2, 24)
test(`a link that toggles every three minutes for ${hoursOfToggling} hours is one incident`, async () => {
  const { patient } = await makeCircle(service)
  await setMonitoring(service, patient, { silentAfterMinutes: 2 })
  const device = await addDevice(service, patient.token)
  await toggle(device, hoursOfToggling * hour, 180)
  const incidents = await incidentsOf(service, patient, 'DEVICE_SILENT')
  assert.equal(incidents.length, 1)
  const [incident] = incidents
  assert.deepEqual([incident?.state, incident?.severity, incident?.evidence.unstable], ['OPEN', 'LOW', true])
  const timeline = await timelineOf(service, incident?.id ?? '')
  // Silent, back, silent, back, silent, and from then on unstable.
  assert.equal(timeline.length, 6, timeline.join('\n'))
  assert.match(timeline.at(-1) ?? '', /^Unstable connection/)
  assert.ok((await countRows(service, 'connection_changes', [])) <= 21)

  // It ends when an hour was calm, and an hour later there is nothing left of it.
  await toggle(device, hour - 300, day)
  assert.deepEqual(await statesOf(service, patient, 'DEVICE_SILENT'), ['OPEN LOW'])
  await toggle(device, 600, day)
  assert.deepEqual(await statesOf(service, patient, 'DEVICE_SILENT'), ['RESOLVED LOW'])
  assert.equal(await countRows(service, 'connection_changes', []), 0)
  assert.equal(await countRows(service, 'device_alarms', []), 0)

  // The next silence, half an hour later, is an incident of its own.
  await toggle(device, hour / 2, day)
  await watch(service, 180)
  assert.deepEqual(await statesOf(service, patient, 'DEVICE_SILENT'), ['RESOLVED LOW', 'OPEN LOW'])
})

test('with the default settings, a link that toggles every three minutes is no silence at all', async () => {
  const { patient } = await makeCircle(service)
  const device = await addDevice(service, patient.token)
  await toggle(device, often(1, 2) * hour, 180)
  assert.deepEqual(await statesOf(service, patient, 'DEVICE_SILENT'), [])
})

test('with the default settings, a link that toggles every eight minutes is one incident', async () => {
  const { patient } = await makeCircle(service)
  const device = await addDevice(service, patient.token)
  await toggle(device, often(2, 5) * hour, 480)
  assert.deepEqual(await statesOf(service, patient, 'DEVICE_SILENT'), ['OPEN LOW'])
  // A device that stays away is silent, not unstable, and urgent.
  await watch(service, hour + 600)
  const [incident, ...others] = await incidentsOf(service, patient, 'DEVICE_SILENT')
  assert.deepEqual([incident?.severity, others.length], ['MEDIUM', 0])
  await toggle(device, 300, day)
  assert.deepEqual(await statesOf(service, patient, 'DEVICE_SILENT'), ['RESOLVED MEDIUM'])
})

test('a battery that is charged every night, and once forgotten', async () => {
  const { patient } = await makeCircle(service)
  const device = await addDevice(service, patient.token, { battery_level: 95 })
  let battery = 95
  const minutesApart = often(15, 5)
  /** A reading every few minutes; the battery changes by so many points an hour. */
  const pass = async (hours: number, pointsPerHour: number) => {
    for (let passed = 0; passed < hours * 60; passed += minutesApart) {
      service.advance(`${minutesApart * 60 - 1}s`)
      battery = Math.min(99, Math.max(1, battery + (pointsPerHour * minutesApart) / 60))
      // The voltage of a battery trembles.
      await device.send({ battery_level: battery + (passed % (2 * minutesApart) === 0 ? 0.4 : -0.4) })
    }
  }
  for (const _ of [1, 2]) {
    await pass(16, -4)
    await pass(2, 35)
  }
  assert.deepEqual(await statesOf(service, patient, 'LOW_BATTERY'), [])
  await pass(21, -4)
  assert.deepEqual(await statesOf(service, patient, 'LOW_BATTERY'), ['OPEN LOW'])
  await restart(service)
  await pass(3, -4)
  assert.deepEqual(await statesOf(service, patient, 'LOW_BATTERY'), ['OPEN MEDIUM'])
  await pass(1, 35)
  assert.deepEqual(await statesOf(service, patient, 'LOW_BATTERY'), ['RESOLVED MEDIUM'])
})
