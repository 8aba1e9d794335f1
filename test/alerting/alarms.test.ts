import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { createReturns } from '../../src/alerting/monitoring/silence.service.ts'
import { watchDevices } from '../../src/alerting/monitoring/watch-devices.ts'
import { buildApp } from '../../src/app/app.ts'
import type { Context } from '../../src/platform/context.ts'
import type { Database } from '../../src/platform/db/database.ts'
import {
  incidentsOf,
  resolve,
  restart,
  setMonitoring,
  statesOf,
  timelineOf,
  watch,
} from '../support/device-alarms.ts'
import { act } from '../support/incidents.ts'
import {
  addDevice,
  assign,
  batchReading,
  countRows,
  deviceNumber,
  type Fields,
  type Person,
  times,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService({ SESSION_DURATION: '30d', RATE_LIMIT_GLOBAL: 'off' })

type Device = Awaited<ReturnType<typeof addDevice>>

/** A patient with a caregiver and a device that has sent once. */
async function wearer(fields: Fields = {}) {
  const patient = await service.signUp()
  const caregiver = await service.signUp({ role: 'CAREGIVER' })
  await assign(service, caregiver.id, patient.id)
  return { patient, caregiver, device: await addDevice(service, patient.token, fields) }
}

/** Sends a reading every few seconds; 15 seconds without one would be a gap. */
async function sendFor(device: Device, seconds: number, fields: Fields = {}, every = 10): Promise<void> {
  for (let passed = 0; passed < seconds; passed += every) {
    await device.send(fields)
    service.advance(`${every - 1}s`)
  }
}

/** Sends a reading every few seconds, and looks for silent devices. */
const sendEvery = async (every: number, device: Device, seconds: number): Promise<void> => {
  for (let passed = 0; passed < seconds; passed += every) {
    await device.send()
    service.advance(`${every - 1}s`)
    if (passed % 60 === 0) await watchDevices(service.ctx)
  }
}
const sendEvery10s = (device: Device, seconds: number) => sendEvery(10, device, seconds)

describe('vital signs', () => {
  const vitals = (person: Person) => statesOf(service, person, 'VITALS')

  for (const [name, out, almost, back] of [
    ['a slow heart', { heart_rate: 39 }, { heart_rate: 44 }, { heart_rate: 45 }],
    ['a fast heart', { heart_rate: 141 }, { heart_rate: 136 }, { heart_rate: 135 }],
    ['too little oxygen', { spo2: 87 }, { spo2: 89 }, { spo2: 90 }],
  ] as const) {
    test(`${name} is an alarm after a minute, until it is back for two`, async () => {
      const { patient, device } = await wearer()
      await sendFor(device, 50, out)
      assert.deepEqual(await vitals(patient), [])
      await sendFor(device, 15, out)
      assert.deepEqual(await vitals(patient), ['OPEN MEDIUM'])
      // Not far enough, and not long enough.
      await sendFor(device, 130, almost)
      await sendFor(device, 80, back)
      await device.send(almost)
      await sendFor(device, 80, back)
      assert.deepEqual(await vitals(patient), ['OPEN MEDIUM'])
      await sendFor(device, 41, back)
      assert.deepEqual(await vitals(patient), ['RESOLVED MEDIUM'])
    })
  }

  test('a call for help during an alarm does not end with it', async () => {
    const { patient, device } = await wearer()
    await sendFor(device, 65, { heart_rate: 170 })
    const [incident] = await incidentsOf(service, patient, 'VITALS')
    assert.equal((await act(service, patient, incident?.id ?? '', 'help')).status, 200)
    assert.deepEqual(await statesOf(service, patient, 'SOS'), ['OPEN CRITICAL'])
    const audited = `audit_log where action = 'incident.sos' and actor_id = $1`
    assert.equal(await countRows(service, audited, [patient.id]), 1)
    await sendFor(device, 125, { heart_rate: 80 })
    assert.deepEqual(await vitals(patient), ['RESOLVED MEDIUM'])
    assert.deepEqual(await statesOf(service, patient, 'SOS'), ['OPEN CRITICAL'])
  })

  test('a value at the limit is none', async () => {
    const { patient, device } = await wearer()
    await sendFor(device, 70, { heart_rate: 40, spo2: 88 })
    await sendFor(device, 70, { heart_rate: 140 })
    assert.deepEqual(await vitals(patient), [])
  })

  test('the incident has the values and since when', async () => {
    const { patient, device } = await wearer()
    const since = service.ctx.now()
    await sendFor(device, 30, { heart_rate: 38 })
    await sendFor(device, 32, { heart_rate: 35 })
    const [incident] = await incidentsOf(service, patient, 'VITALS')
    assert.equal(incident?.deviceId, device.id)
    const { heartRate } = incident.evidence as { heartRate: Fields }
    assert.deepEqual([heartRate.lowest, heartRate.highest, heartRate.limits], [35, 38, [40, 140]])
    assert.ok(Math.abs(Date.parse(String(heartRate.since)) - since.getTime()) < 2000)
  })

  test('a good value, or a gap, begins the minute anew; readings without a value do not', async () => {
    const { patient, device } = await wearer()
    const bad = { heart_rate: 150 }
    const sendOften = (seconds: number, fields?: Fields) => sendFor(device, seconds, fields, 5)
    await sendOften(40, bad)
    await device.send({ heart_rate: 80 })
    await sendOften(40, bad)
    service.advance('20s')
    await sendOften(40, bad)
    assert.deepEqual(await vitals(patient), [])
    await sendOften(5)
    await sendOften(20, bad)
    assert.deepEqual(await vitals(patient), ['OPEN MEDIUM'])
  })

  test('half a minute of the one and half a minute of the other are no alarm', async () => {
    const { patient, device } = await wearer()
    await sendFor(device, 40, { heart_rate: 30, spo2: 95 })
    await sendFor(device, 40, { heart_rate: 70, spo2: 80 })
    assert.deepEqual(await vitals(patient), [])
  })

  test('both are one incident, which lasts as long as one of them', async () => {
    const { patient, device } = await wearer()
    await sendFor(device, 62, { heart_rate: 30, spo2: 80 })
    assert.deepEqual(await vitals(patient), ['OPEN MEDIUM'])
    await sendFor(device, 125, { heart_rate: 70, spo2: 80 })
    assert.deepEqual(await vitals(patient), ['OPEN MEDIUM'])
    // A sign that is not reported is not back.
    await sendFor(device, 125, { heart_rate: 70 })
    assert.deepEqual(await vitals(patient), ['OPEN MEDIUM'])
    await sendFor(device, 125, { spo2: 95 })
    assert.deepEqual(await vitals(patient), ['RESOLVED MEDIUM'])
    await sendFor(device, 62, { spo2: 80 })
    assert.deepEqual(await vitals(patient), ['RESOLVED MEDIUM', 'OPEN MEDIUM'])
  })

  test('an alarm is found again after a restart, and cleared', async () => {
    const { patient, device } = await wearer()
    await sendFor(device, 62, { heart_rate: 30 })
    await restart(service)
    await sendFor(device, 62, { heart_rate: 30 })
    assert.deepEqual(await vitals(patient), ['OPEN MEDIUM'])
    await restart(service)
    await sendFor(device, 123, { heart_rate: 70 })
    assert.deepEqual(await vitals(patient), ['RESOLVED MEDIUM'])
  })

  test('the limits of a patient apply from the next reading on; null switches one off', async () => {
    const { patient, device } = await wearer()
    await sendFor(device, 30, { heart_rate: 120 })
    await setMonitoring(service, patient, { heartRateHigh: 110 })
    await until(async () => {
      await sendFor(device, 62, { heart_rate: 120 })
      return (await vitals(patient)).length === 1
    }, 20_000)
    await setMonitoring(service, patient, { heartRateHigh: null, heartRateLow: null })
    assert.deepEqual(await vitals(patient), ['RESOLVED MEDIUM'])
    await sendFor(device, 70, { heart_rate: 200 })
    await sendFor(device, 70, { heart_rate: 25 })
    assert.deepEqual(await vitals(patient), ['RESOLVED MEDIUM'])
  })

  test('what somebody has resolved is not raised again before it was over', async () => {
    const { patient, caregiver, device } = await wearer()
    await sendFor(device, 62, { heart_rate: 30 })
    const [incident] = await incidentsOf(service, patient, 'VITALS')
    await resolve(service, incident?.id ?? '', caregiver)
    await sendFor(device, 70, { heart_rate: 30 })
    assert.deepEqual(await vitals(patient), ['RESOLVED MEDIUM'])
    await sendFor(device, 125, { heart_rate: 70 })
    await sendFor(device, 62, { heart_rate: 30 })
    assert.deepEqual(await vitals(patient), ['RESOLVED MEDIUM', 'OPEN MEDIUM'])
  })

  test('two processes that see the same readings raise and clear one incident', async () => {
    const { patient, device } = await wearer()
    const { ctx, store, passwords } = service
    const there = await buildApp({
      ctx,
      heartbeat: store.heartbeat,
      shards: store.shards,
      passwords,
      jwtSecret: ctx.config.jwtSecret ?? '',
    })
    const here = service.app
    try {
      // Without Redis each process has only its own readings: both come to the same conclusion.
      const both = async (seconds: number, fields: Fields) => {
        for (let passed = 0; passed < seconds; passed += 10) {
          for (const app of [here, there]) {
            service.app = app
            await sendFor(device, 5, fields, 5)
          }
        }
      }
      await both(80, { heart_rate: 30 })
      assert.deepEqual(await vitals(patient), ['OPEN MEDIUM'])
      await both(140, { heart_rate: 70 })
      assert.deepEqual(await vitals(patient), ['RESOLVED MEDIUM'])
    } finally {
      service.app = here
      await there.close()
    }
  })
})

describe('a low battery', () => {
  const batteries = (person: Person) => statesOf(service, person, 'LOW_BATTERY')

  test('is an alarm with the second reading in a row, urgent at 10 %, over at 30 %', async () => {
    const { patient, device } = await wearer()
    const send = (battery_level: number) => device.send({ battery_level })
    await send(20)
    await send(21)
    await send(20)
    await device.send()
    assert.deepEqual(await batteries(patient), [])
    await send(19.6)
    assert.deepEqual(await batteries(patient), ['OPEN LOW'])
    const [incident] = await incidentsOf(service, patient, 'LOW_BATTERY')
    assert.deepEqual([incident?.evidence.battery, incident?.deviceId], [20, device.id])
    await send(10)
    await send(12)
    await send(10)
    assert.deepEqual(await batteries(patient), ['OPEN LOW'])
    await send(9)
    assert.deepEqual(await batteries(patient), ['OPEN MEDIUM'])
    await send(29)
    await send(29.9)
    assert.deepEqual(await batteries(patient), ['OPEN MEDIUM'])
    await send(30)
    assert.deepEqual(await batteries(patient), ['RESOLVED MEDIUM'])
    await send(9)
    await send(9)
    assert.deepEqual(await batteries(patient), ['RESOLVED MEDIUM', 'OPEN MEDIUM'])
    assert.equal((await timelineOf(service, incident?.id ?? '')).length, 3)
  })

  test('of two devices is one incident, until both are charged', async () => {
    const { patient, device } = await wearer()
    const second = await addDevice(service, patient.token)
    for (const one of [device, second, device, second]) await one.send({ battery_level: 15 })
    assert.deepEqual(await batteries(patient), ['OPEN LOW'])
    await device.send({ battery_level: 90 })
    assert.deepEqual(await batteries(patient), ['OPEN LOW'])
    await second.send({ battery_level: 90 })
    assert.deepEqual(await batteries(patient), ['RESOLVED LOW'])
  })

  test('survives a restart, does not count batches, and can be set', async () => {
    const { patient, device } = await wearer()
    const at = service.ctx.now()
    const readings = [3, 2, 1].map((ago) =>
      batchReading(new Date(at.getTime() - ago * 1000), { battery_level: 5, uptime_ms: 9000 - ago * 1000 }),
    )
    const { status, text } = await service.call('POST', '/device/sensor-stream/batch', {
      token: patient.token,
      body: { device_id: device.mac, readings },
    })
    assert.equal(status, 200, text)
    assert.deepEqual(await batteries(patient), [])
    await setMonitoring(service, patient, { batteryLow: 50, batteryUrgent: 40 })
    await restart(service)
    for (const _ of [1, 2]) await device.send({ battery_level: 50 })
    assert.deepEqual(await batteries(patient), ['OPEN LOW'])
    await restart(service)
    for (const _ of [1, 2]) await device.send({ battery_level: 40 })
    assert.deepEqual(await batteries(patient), ['OPEN MEDIUM'])
    await device.send({ battery_level: 60 })
    assert.deepEqual(await batteries(patient), ['RESOLVED MEDIUM'])
  })
})

describe('a silent device', () => {
  const silences = (person: Person | null) => statesOf(service, person, 'DEVICE_SILENT')
  /** Counts the events of a device beyond that of its registration. */
  const changesOf = async (device: Device) =>
    (await countRows(service, `events where type = 'device.changed' and subject_id = $1`, [device.id])) - 1

  test('is an alarm after five minutes, urgent after thirty, and over after three readings in two minutes', async () => {
    const { patient, device } = await wearer()
    await sendEvery10s(device, 60)
    await watch(service, 240)
    assert.deepEqual(await silences(patient), [])
    await watch(service, 60)
    assert.deepEqual(await silences(patient), ['OPEN LOW'])
    assert.equal(await changesOf(device), 1)
    await watch(service, 23 * 60)
    assert.deepEqual(await silences(patient), ['OPEN LOW'])
    await watch(service, 120)
    assert.deepEqual(await silences(patient), ['OPEN MEDIUM'])
    await sendEvery10s(device, 100)
    assert.deepEqual(await silences(patient), ['OPEN MEDIUM'])
    await sendEvery10s(device, 40)
    assert.deepEqual(await silences(patient), ['RESOLVED MEDIUM'])
    assert.equal(await changesOf(device), 2)
  })

  test('is not back by a batch, nor by two readings, nor by readings far apart', async () => {
    const { patient, device } = await wearer()
    await watch(service, 330)
    assert.deepEqual(await silences(patient), ['OPEN LOW'])
    const at = service.ctx.now()
    const readings = Array.from({ length: 100 }, (_, i) =>
      batchReading(new Date(at.getTime() - (100 - i) * 1000), { uptime_ms: 10_000 + i * 1000 }),
    )
    const { status, text } = await service.call('POST', '/device/sensor-stream/batch', {
      token: patient.token,
      body: { device_id: device.mac, readings },
    })
    assert.equal(status, 200, text)
    await device.send()
    await watch(service, 150)
    await device.send()
    assert.deepEqual(await silences(patient), ['OPEN LOW'])
    for (let i = 0; i < 3; i++) {
      await watch(service, 360)
      await device.send()
    }
    assert.equal((await silences(patient)).length, 1)
    assert.match(String(await silences(patient)), /OPEN/)
    await restart(service)
    await sendEvery10s(device, 140)
    assert.match(String(await silences(patient)), /^RESOLVED/)
  })

  test('is back when its pauses, longer than its limit, have become usual, and the next silence is told', async () => {
    const { patient, device } = await wearer()
    await watch(service, 330)
    for (let i = 0; i < 12; i++) {
      await device.send()
      await watch(service, 360)
    }
    assert.deepEqual(await silences(patient), ['OPEN MEDIUM'])
    await device.send()
    assert.deepEqual(await silences(patient), ['RESOLVED MEDIUM'])
    await watch(service, 1020)
    assert.deepEqual(await silences(patient), ['RESOLVED MEDIUM'])
    await watch(service, 120)
    assert.deepEqual(await silences(patient), ['RESOLVED MEDIUM', 'OPEN LOW'])
  })

  test('again within 15 minutes reopens the incident; later, it is another one', async () => {
    const { patient, device } = await wearer()
    await watch(service, 330)
    await sendEvery10s(device, 140)
    assert.deepEqual(await silences(patient), ['RESOLVED LOW'])
    await watch(service, 330)
    assert.deepEqual(await silences(patient), ['OPEN LOW'])
    await sendEvery(30, device, 16 * 60)
    await watch(service, 330)
    assert.deepEqual(await silences(patient), ['RESOLVED LOW', 'OPEN LOW'])
  })

  test('reopens nothing that somebody has resolved', async () => {
    const { patient, caregiver, device } = await wearer()
    await watch(service, 330)
    const [incident] = await incidentsOf(service, patient, 'DEVICE_SILENT')
    await resolve(service, incident?.id ?? '', caregiver)
    await watch(service, 30 * 60)
    assert.deepEqual(await silences(patient), ['RESOLVED LOW'])
    await sendEvery10s(device, 140)
    await watch(service, 330)
    assert.deepEqual(await silences(patient), ['RESOLVED LOW', 'OPEN LOW'])
  })

  test('joins the incident of the patient’s other device, until both are back', async () => {
    const { patient, device } = await wearer()
    const second = await addDevice(service, patient.token)
    await watch(service, 330)
    assert.deepEqual(await silences(patient), ['OPEN LOW'])
    await sendEvery10s(device, 140)
    assert.deepEqual(await silences(patient), ['OPEN LOW'])
    await sendEvery10s(second, 140)
    assert.deepEqual(await silences(patient), ['RESOLVED LOW'])
  })

  test('is one that sent more slowly only after three intervals', async () => {
    const { patient, device } = await wearer()
    for (let i = 0; i < 5; i++) {
      await watch(service, 600)
      await device.send()
    }
    // The first interval is not known to be usual.
    const before = (await silences(patient)).length
    await watch(service, 28 * 60)
    assert.equal((await silences(patient)).length, before)
    await watch(service, 180)
    assert.match(String((await silences(patient)).at(-1)), /OPEN/)
  })

  test('that was charging is none, unless the patient’s settings say so', async () => {
    for (const ignoreSilenceWhileCharging of [true, false]) {
      const { patient, device } = await wearer()
      await setMonitoring(service, patient, { ignoreSilenceWhileCharging })
      for (let i = 0; i < 12; i++) {
        await device.send({ battery_level: 50 + i })
        await watch(service, 60)
      }
      await watch(service, 3600)
      assert.equal((await silences(patient)).length, ignoreSilenceWhileCharging ? 0 : 1)
    }
  })

  test('that was charging is one after twelve hours', async () => {
    const { patient, device } = await wearer()
    for (let i = 0; i < 12; i++) {
      await device.send({ battery_level: 50 + i })
      await watch(service, 60)
    }
    service.advance('11h')
    await watch(service, 600)
    assert.deepEqual(await silences(patient), [])
    service.advance('1h')
    await watch(service, 600)
    assert.deepEqual(await silences(patient), ['OPEN LOW'])
  })

  test('is none where the alarm is switched off, and over when it is', async () => {
    const { patient } = await wearer()
    await setMonitoring(service, patient, { silentEnabled: false })
    await watch(service, 600)
    assert.deepEqual(await silences(patient), [])
    await setMonitoring(service, patient, { silentEnabled: true })
    await watchDevices(service.ctx)
    assert.deepEqual(await silences(patient), ['OPEN LOW'])
    await setMonitoring(service, patient, { silentEnabled: false })
    assert.deepEqual(await silences(patient), ['RESOLVED LOW'])
  })

  test('that is disabled, deleted or was put away is none', async () => {
    const [disabled, deleted, old] = [await wearer(), await wearer(), await wearer()]
    await watch(service, 330)
    const token = await service.adminToken()
    await service.call('POST', `/admin/devices/${disabled.device.id}/disable`, { token })
    await service.call('DELETE', `/device/${deleted.device.id}`, { token: deleted.patient.token })
    await watchDevices(service.ctx)
    for (const { patient } of [disabled, deleted]) assert.deepEqual(await silences(patient), ['RESOLVED LOW'])
    await service.ctx.db.query('delete from incidents where patient_id = $1', [old.patient.id])
    await service.ctx.db.query('delete from device_alarms')
    service.advance('8d')
    await watch(service, 600)
    assert.deepEqual(await silences(old.patient), [])
  })

  test('is marked once by two processes that look at the same time', async () => {
    const { patient, device } = await wearer()
    service.advance('2m')
    await watchDevices(service.ctx)
    service.advance('2m')
    await watchDevices(service.ctx)
    service.advance('2m')
    await times(4, () => watchDevices(service.ctx))
    assert.deepEqual(await silences(patient), ['OPEN LOW'])
    assert.equal(await changesOf(device), 1)
  })
})

/** Counts the statements of transactions. */
function countingStatements(ctx: Context): { ctx: Context; count(): number } {
  let statements = 0
  const counted = <T extends Pick<Database, 'transaction'>>(db: T): T => ({
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          query(...args) {
            statements++
            return tx.query(...args)
          },
        }),
      ),
  })
  const db = { ...counted(ctx.db), reserved: counted(ctx.db.reserved) }
  return { ctx: { ...ctx, db }, count: () => statements }
}

describe('many devices', () => {
  const admins = () => statesOf(service, null, 'DEVICE_SILENT')

  /** Makes all devices of earlier tests ones that nobody misses. */
  const forget = async () => {
    await service.ctx.db.query('update devices set disabled = true')
    await service.ctx.db.query('delete from device_alarms')
    await service.ctx.db.query('delete from incidents')
    await watchDevices(service.ctx)
  }

  /** Sends a reading of each every ten seconds. */
  const sendAll = async (devices: Device[], seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 10) {
      for (const { send } of devices) await send()
      service.advance(`${10 - devices.length}s`)
      if (passed % 60 === 0) await watchDevices(service.ctx)
    }
  }

  test('that become silent at once are one incident of the admins, and their own if they stay silent', async () => {
    await forget()
    const wearers = await times(7, () => wearer())
    const devices = wearers.map(({ device }) => device)
    await sendAll(devices, 60)
    await sendAll(devices.slice(0, 1), 330)
    assert.deepEqual(await admins(), ['OPEN MEDIUM'])
    await sendAll(devices.slice(0, 1), 600)
    assert.deepEqual(await admins(), ['OPEN MEDIUM'])
    for (const { patient } of wearers) assert.deepEqual(await statesOf(service, patient, 'DEVICE_SILENT'), [])
    await sendAll(devices.slice(0, 6), 180)
    assert.deepEqual(await admins(), ['RESOLVED MEDIUM'])
    for (const [i, { patient }] of wearers.entries())
      assert.equal((await statesOf(service, patient, 'DEVICE_SILENT')).length, i === 6 ? 1 : 0, `${i}`)
    assert.equal(await countRows(service, 'device_alarms where outage', []), 0)
  })

  test('that become silent at once, and send again, take a few statements', async () => {
    await forget()
    const wearers = await times(25, () => wearer())
    const devices = wearers.map(({ device }) => device)
    const numbers = await Promise.all(devices.map(({ id }) => deviceNumber(service, id)))
    await service.ctx.db.query('update device_states set last_seen = $2 where device = any ($1::int[])', [
      numbers,
      service.ctx.now(),
    ])
    await watch(service, 270)
    const looking = countingStatements(service.ctx)
    service.advance('60s')
    await watchDevices(looking.ctx)
    assert.equal(await countRows(service, 'device_alarms where outage', []), 25)
    assert.ok(looking.count() < 25, `${looking.count()} statements`)
    const events = await countRows(service, `events where type = 'device.changed'`, [])
    const returning = countingStatements(service.ctx)
    const endSilence = createReturns(returning.ctx)
    await Promise.all(
      wearers.map(({ patient, device }, i) =>
        endSilence({ id: device.id, number: numbers[i] ?? 0, userId: patient.id }),
      ),
    )
    assert.equal(await countRows(service, 'device_alarms where outage', []), 0)
    assert.ok(returning.count() < 5, `${returning.count()} statements`)
    assert.equal(await countRows(service, `events where type = 'device.changed'`, []), events + 25)
  })

  test('that are silent because the service was down are one incident of the admins', async () => {
    await forget()
    const wearers = await times(3, () => wearer())
    const devices = wearers.map(({ device }) => device)
    await sendAll(devices, 60)
    service.advance('20m')
    await watchDevices(service.ctx)
    assert.deepEqual(await admins(), ['OPEN LOW'])
    await sendAll(devices.slice(0, 2), 330)
    assert.deepEqual(await admins(), ['RESOLVED LOW'])
    const states = await Promise.all(
      wearers.map(({ patient }) => statesOf(service, patient, 'DEVICE_SILENT')),
    )
    assert.deepEqual(states, [[], [], ['OPEN LOW']])
  })
})
