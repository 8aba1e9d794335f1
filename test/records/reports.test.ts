import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setResidences } from '../../src/care/residences/residences.store.ts'
import { randomEui } from '../support/intake.ts'
import { type Circle, makeCircle } from '../support/people.ts'
import { addDevice, assertFields, assign, type Person, sixCallers } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService({ TIME_ZONE: 'Europe/Madrid' })

const reportOf = ({ id }: { id: string }, token: string, query: Record<string, string>) =>
  service.call('GET', `/patients/${id}/report`, { token, query })
const homeReport = (token: string, query: Record<string, string>) =>
  service.call('GET', '/admin/report', { token, query })

const monthNow = () => service.ctx.now().toISOString().slice(0, 7)

/** The month before, with a time of its 15th. */
function previousMonth() {
  const at = service.ctx.now()
  at.setUTCDate(15)
  at.setUTCMonth(at.getUTCMonth() - 1)
  return { month: at.toISOString().slice(0, 7), at }
}

interface Alarm {
  at: string
  outcome?: string
  injuries?: string
  /** Seconds until the first acknowledgement. */
  answered?: number
  state?: string
  kind?: string
  status?: string
  location?: string
}

/** Stores a fall and its incident, as they are after they were handled. */
async function alarm({ id }: { id: string }, { at, outcome, injuries, answered, ...rest }: Alarm) {
  const { state = outcome ? 'RESOLVED' : 'CANCELLED', kind = 'FALL', status = 'HIGH', location } = rest
  const incidentId = randomUUID()
  const answeredAt = answered === undefined ? null : new Date(Date.parse(at) + answered * 1000)
  await service.ctx.db.query(
    `insert into incidents (id, kind, state, severity, patient_id, opened_at, first_acknowledged_at, outcome, injuries)
     values ($1, $2, $3, 'HIGH', $4, $5, $6, $7, $8)`,
    [incidentId, kind, state, id, at, answeredAt, outcome, injuries],
  )
  if (kind !== 'FALL') return
  await service.ctx.db.query(
    `insert into falls (id, user_id, confidence, status, location, incident_id, created_at, updated_at, responded_at)
     values ($1, $2, 0.8, $3, $4, $5, $6, $6, $7)`,
    [randomUUID(), id, status, location, incidentId, at, answeredAt],
  )
}

const live = ({ id }: { id: string }, site: string, ward: string, room: string | null = null) =>
  service.ctx.db.query('insert into residences (patient_id, site, ward, room) values ($1, $2, $3, $4)', [
    id,
    site,
    ward,
    room,
  ])

describe('the month of a patient', () => {
  test('has falls with their outcome and place, response times and false alarms', async () => {
    const { patient, caregiver } = await makeCircle(service)
    await live(patient, 'North', 'Ward 2', '12')
    await alarm(patient, {
      at: '2026-07-03T10:00:00Z',
      outcome: 'REAL_FALL',
      injuries: 'A bruise on the hip',
      answered: 40,
      location: 'Bathroom',
    })
    await alarm(patient, { at: '2026-07-04T10:00:00Z', outcome: 'FALSE_ALARM', answered: 100 })
    await alarm(patient, { at: '2026-07-05T10:00:00Z', outcome: 'NEAR_FALL', answered: 60 })
    await alarm(patient, { at: '2026-07-06T10:00:00Z' })
    await alarm(patient, { at: '2026-07-07T10:00:00Z', state: 'OPEN', kind: 'SOS' })
    await alarm(patient, { at: '2026-07-08T10:00:00Z', state: 'RESOLVED', kind: 'LOW_BATTERY', answered: 9 })
    await alarm(patient, { at: '2026-07-09T10:00:00Z', outcome: 'REAL_FALL', status: 'SUSPICIOUS' })
    const answer = await reportOf(patient, caregiver.token, { month: '2026-07' })
    assert.equal(answer.status, 200, answer.text)
    const { data } = answer.body
    assert.deepEqual(data.residence, { site: 'North', ward: 'Ward 2', room: '12' })
    assert.deepEqual(data.counts, {
      falls: 1,
      reported: 1,
      nearFalls: 1,
      falseAlarms: 1,
      tests: 0,
      cancelled: 1,
    })
    assert.deepEqual(data.incidents, { SOS: 1, BED_EXIT: 0, WANDERING: 0, INACTIVITY: 0, STAFF_ASSIST: 0 })
    // The suspicious fall has an incident that nobody acknowledged; the call for help is still open.
    assert.deepEqual(data.responses, {
      ...{ answered: 3, unanswered: 2, medianSeconds: 60, p90Seconds: 100, longestSeconds: 100 },
      ...{ within60s: 0.4, within180s: 0.6 },
    })
    assert.equal(data.falls.length, 4)
    const { id: _, incidentId: __, ...first } = data.falls[0]
    assert.deepEqual(first, {
      at: '2026-07-03T10:00:00.000Z',
      level: 'HIGH',
      source: 'REPORTED',
      location: 'Bathroom',
      witnessed: null,
      state: 'RESOLVED',
      outcome: 'REAL_FALL',
      injuries: 'A bruise on the hip',
      residence: { site: 'North', ward: 'Ward 2', room: '12' },
      reportedInjuries: null,
      responseSeconds: 40,
    })
    assert.deepEqual(
      [data.patientName, data.month, data.timeZone],
      ['Rosa Marín', '2026-07', 'Europe/Madrid'],
    )
  })

  test('begins and ends in the time zone of the installation', async () => {
    const rosa = await service.signUp()
    for (const at of [
      '2026-06-30T21:59:59Z',
      '2026-06-30T22:00:00Z',
      '2026-07-31T21:59:59Z',
      '2026-07-31T22:00:00Z',
    ])
      await alarm(rosa, { at, outcome: 'REAL_FALL' })
    const { data } = (await reportOf(rosa, rosa.token, { month: '2026-07' })).body
    assert.deepEqual([data.from, data.to], ['2026-06-30T22:00:00.000Z', '2026-07-31T22:00:00.000Z'])
    assert.deepEqual(
      data.falls.map(({ at }: { at: string }) => at),
      ['2026-06-30T22:00:00.000Z', '2026-07-31T21:59:59.000Z'],
    )
  })

  test('has the share of hours with readings, of each device and of any', async () => {
    const rosa = await service.signUp()
    const { at, month } = previousMonth()
    const worn = await addDevice(service, rosa.token)
    const spare = await addDevice(service, rosa.token)
    // A button sends no readings, of which none are missing.
    await service.call('POST', '/device/events', {
      ...{ token: rosa.token, body: { device_id: randomEui(), event: 'test' } },
    })
    // Both were added 100 hours before the end of the month.
    const { to } = (await reportOf(rosa, rosa.token, { month })).body.data
    const end = Date.parse(to)
    const { db } = service.ctx
    const days = [
      ...new Set(
        [0, 24, 48, 72, 96, 120].map((hours) => new Date(end - hours * 3_600_000).toISOString().slice(0, 10)),
      ),
    ]
    for (const day of days)
      await db.query(
        `create table if not exists readings_report_${day.replaceAll('-', '')} partition of readings for values from ('${day}T00:00:00Z') to ('${day}T24:00:00Z')`,
      )
    await db.query('update devices set created_at = $2 where user_id = $1', [
      rosa.id,
      new Date(end - 100 * 3_600_000),
    ])
    const send = async ({ id }: { id: string }, hoursBefore: number[]) => {
      for (const hours of hoursBefore)
        await db.query(
          `insert into readings (device, at, uptime_ms, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, confidence, health_score)
           select number, $2, 1, 0, 0, 9.8, 0, 0, 0, 0, 100 from devices where id = $1`,
          [id, new Date(end - hours * 3_600_000 + 60_000)],
        )
    }
    await send(
      worn,
      Array.from({ length: 50 }, (_, i) => i + 1),
    )
    await send(
      spare,
      Array.from({ length: 20 }, (_, i) => i + 41),
    )
    const { data } = (await reportOf(rosa, rosa.token, { month })).body
    assert.ok(at < new Date(to))
    assert.deepEqual(
      data.devices.map(({ id, uptime }: { id: string; uptime: number }) => [id, uptime]),
      [
        [worn.id, 0.5],
        [spare.id, 0.2],
      ].sort(),
    )
    assert.equal(data.uptime, 0.6)
  })

  test('says nothing about a time whose readings are not kept, and of somebody without a device', async () => {
    const rosa = await service.signUp()
    assert.equal((await reportOf(rosa, rosa.token, { month: monthNow() })).body.data.uptime, null)
    await addDevice(service, rosa.token)
    await service.ctx.db.query(`update devices set created_at = '2025-01-01T00:00:00Z' where user_id = $1`, [
      rosa.id,
    ])
    const { data } = (await reportOf(rosa, rosa.token, { month: '2025-03' })).body
    assert.deepEqual([data.uptime, data.devices[0].uptime], [null, null])
  })

  test('is CSV that a spreadsheet can open, whatever somebody has written', async () => {
    const { patient, caregiver } = await makeCircle(service)
    await alarm(patient, {
      at: '2026-07-03T10:00:00Z',
      outcome: 'REAL_FALL',
      injuries: '=HYPERLINK("http://evil.example","x")',
      location: '@SUM(A1)',
    })
    const answer = await reportOf(patient, caregiver.token, { month: '2026-07', format: 'csv' })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal(answer.headers['content-disposition'], 'attachment; filename="fallwatch-report-2026-07.csv"')
    const [header = '', figures = '', fall = '', end] = answer.text.split('\r\n')
    assert.ok(header.startsWith('\ufeffrecord,month,patientId,'))
    assert.ok(figures.startsWith(`patient,2026-07,${patient.id},Rosa Marín,,,,1,0,0,0,0,`))
    assert.ok(fall.startsWith(`fall,2026-07,${patient.id},Rosa Marín,`))
    assert.ok(fall.includes(",2026-07-03T10:00:00.000Z,2026-07-03 12:00,HIGH,REPORTED,'@SUM(A1),"))
    assert.ok(fall.includes(`,REAL_FALL,"'=HYPERLINK(""http://evil.example"",""x"")",`))
    assert.equal(end, '')
  })

  test('is for the patient, assigned caregivers and admins', async () => {
    const { self, tokens } = await sixCallers(service)
    const statuses = []
    for (const [, token] of tokens) statuses.push((await reportOf(self, token, { month: '2026-07' })).status)
    assert.deepEqual(statuses, [401, 200, 403, 200, 403, 200])
    const admin = await service.adminToken()
    assert.equal((await reportOf({ id: randomUUID() }, admin, { month: '2026-07' })).status, 404)
  })

  test('refuses months that are none', async () => {
    const { id, token } = await service.signUp()
    for (const month of ['2026-13', '2026-00', '2026-7', '1926-07', '2026-07-01', 'July', '2099-01', '']) {
      const { status, body } = await reportOf({ id }, token, { month })
      assert.deepEqual([month, status, Object.keys(body.details)], [month, 400, ['month']])
    }
    const missing = await reportOf({ id }, token, {})
    assert.deepEqual([missing.status, Object.keys(missing.body.details)], [400, ['month']])
    const format = await reportOf({ id }, token, { month: '2026-07', format: 'pdf' })
    assert.deepEqual([format.status, Object.keys(format.body.details)], [400, ['format']])
  })

  test('is in the audit log of the patient when somebody else reads it', async () => {
    const { patient, caregiver } = await makeCircle(service)
    await reportOf(patient, caregiver.token, { month: '2026-07' })
    await reportOf(patient, patient.token, { month: '2026-07' })
    const entries = await service.ctx.db.query<{ actor: string; message: string }>(
      `select actor_id as actor, message from audit_log where subject_id = $1 and action = 'record.viewed'`,
      [patient.id],
    )
    assert.deepEqual(entries, [{ actor: caregiver.id, message: 'GET /api/patients/:id/report' }])
  })
})

describe('the month of a home', () => {
  const site = `Site ${randomUUID()}`
  let people: Circle
  let other: Person

  test('adds up its patients, and can be of a site and a ward', async () => {
    people = await makeCircle(service)
    other = await service.signUp({ firstName: 'Eva', lastName: 'Abad' })
    const { patient, neighbour, admin } = people
    await live(patient, site, 'One', '1')
    await live(neighbour, site, 'Two')
    await live(other, `${site} B`, 'One')
    await alarm(patient, { at: '2026-07-03T10:00:00Z', outcome: 'REAL_FALL', answered: 10 })
    await alarm(patient, { at: '2026-07-04T10:00:00Z', outcome: 'FALSE_ALARM', answered: 30 })
    await alarm(neighbour, { at: '2026-07-05T10:00:00Z', state: 'OPEN' })
    await alarm(other, { at: '2026-07-06T10:00:00Z', outcome: 'REAL_FALL' })
    const { data } = (await homeReport(admin.token, { month: '2026-07', site })).body
    assertFields(data, [
      ...['month', 'from', 'to', 'timeZone', 'createdAt', 'site', 'ward', 'counts', 'responses', 'uptime'],
      ...[
        'incidents',
        'residentDays',
        'fallsPer1000Days',
        'previous',
        'byHour',
        'twelveMonths',
        'patients',
        'falls',
      ],
    ])
    assert.deepEqual(data.counts, {
      ...{ falls: 2, reported: 2, nearFalls: 0, falseAlarms: 1, tests: 0, cancelled: 0 },
    })
    assert.deepEqual(data.responses, {
      ...{ answered: 2, unanswered: 1, medianSeconds: 20, p90Seconds: 30, longestSeconds: 30 },
      ...{ within60s: 0.6667, within180s: 0.6667 },
    })
    assert.deepEqual(
      data.patients.map((line: { patientId: string; counts: { falls: number } }) => [
        line.patientId,
        line.counts.falls,
      ]),
      [
        [patient.id, 1],
        [neighbour.id, 1],
      ],
    )
    assert.deepEqual(data.falls[0].residence, { site, ward: 'One', room: '1' })
    const ward = (await homeReport(admin.token, { month: '2026-07', site, ward: 'Two' })).body.data
    assert.deepEqual(
      ward.falls.map(({ patientId }: { patientId: string }) => patientId),
      [neighbour.id],
    )
    const all = (await homeReport(admin.token, { month: '2026-07' })).body.data
    assert.ok(all.patients.length > 3)
    const csv = await homeReport(admin.token, { month: '2026-07', site, format: 'csv' })
    assert.equal(csv.text.split('\r\n').length, 1 + 2 + 3 + 1)
  })

  test('tells what happened where patients lived at the time, and knows a ward in capitals', async () => {
    const { patient, admin } = await makeCircle(service)
    const home = `Home ${randomUUID()}`
    const move = (ward: string, room: string, at: string) =>
      setResidences(
        service.ctx.db,
        [{ patientId: patient.id, site: home, ward, room, isConfirmed: true }],
        new Date(at),
      )
    const wardOf = async (month: string, ward: string) => {
      const { data } = (await homeReport(admin.token, { month, site: home.toUpperCase(), ward })).body
      const rooms = data.falls.map(({ residence }: { residence: { room: string } }) => residence.room)
      const names = data.patients.map(({ residence }: { residence: { ward: string } }) => residence.ward)
      return { rooms, answered: data.responses.answered, livesIn: names }
    }
    await move('North', '1', '2026-06-01T00:00:00Z')
    await alarm(patient, { at: '2026-07-03T10:00:00Z', outcome: 'REAL_FALL', answered: 10 })
    await move('South', '9', '2026-07-10T00:00:00Z')
    await alarm(patient, { at: '2026-07-20T10:00:00Z', outcome: 'REAL_FALL', answered: 10 })
    await move('West', '4', '2026-08-05T00:00:00Z')
    assert.deepEqual(await wardOf('2026-07', 'north'), { rooms: ['1'], answered: 1, livesIn: ['West'] })
    assert.deepEqual(await wardOf('2026-07', 'South'), { rooms: ['9'], answered: 1, livesIn: ['West'] })
    assert.deepEqual(await wardOf('2026-07', 'West'), { rooms: [], answered: 0, livesIn: [] })
    assert.deepEqual(await wardOf('2026-08', 'West'), { rooms: [], answered: 0, livesIn: ['West'] })
    assert.deepEqual(await wardOf('2026-08', 'North'), { rooms: [], answered: 0, livesIn: [] })
    const own = (await reportOf(patient, patient.token, { month: '2026-07' })).body.data
    assert.deepEqual(
      own.falls.map(({ residence }: { residence: { ward: string } }) => residence.ward),
      ['North', 'South'],
    )
    await service.ctx.db.query(
      `update incidents set resolved_at = opened_at + interval '1 hour' where patient_id = $1`,
      [patient.id],
    )
    const { data } = (
      await service.call('GET', '/incidents', { token: patient.token, query: { state: 'RESOLVED' } })
    ).body
    assert.deepEqual(
      data.map(({ ward }: { ward: string }) => ward),
      ['South', 'North'],
    )
  })

  test('is for admins only', async () => {
    const { tokens } = await sixCallers(service)
    const statuses = []
    for (const [, token] of tokens) statuses.push((await homeReport(token, { month: '2026-07' })).status)
    assert.deepEqual(statuses, [401, 403, 403, 403, 403, 200])
  })

  test('has no caregivers in it, and nobody at an unknown site', async () => {
    const { caregiver, admin } = people
    await assign(service, people.stranger.id, people.neighbour.id)
    const all = (await homeReport(admin.token, { month: '2026-07' })).body.data
    assert.ok(!all.patients.some(({ patientId }: { patientId: string }) => patientId === caregiver.id))
    const none = (await homeReport(admin.token, { month: '2026-07', site: 'nowhere' })).body.data
    assert.deepEqual([none.patients, none.falls, none.uptime], [[], [], null])
  })
})
