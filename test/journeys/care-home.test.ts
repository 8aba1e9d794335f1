import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextLocalTime } from '../../src/platform/lib/local-time.ts'
import { useAlarms } from '../support/alerting.ts'
import { incidentsOf } from '../support/incidents.ts'
import { acceptInvitation } from '../support/people.ts'
import { type Fields, fallSequence, goodReading, lying, sendReading } from '../support/readings.ts'
import { goodPassword } from '../support/service.ts'
import { setPin } from '../support/stations.ts'

const timeZone = 'Europe/Madrid'
const alarms = useAlarms({ TIME_ZONE: timeZone })

const residents = 40
const caregivers = 12
const devices = 44
const wards = ['North', 'South'] as const
/** Somebody who leads the home does not have time for more. */
const maxAdminRequests = 15

const wardOf = (i: number) => wards[i % wards.length] as string
const emailOf = (i: number) => `caregiver${i}@elm-house.example`

/** The files of the home, as a spreadsheet writes them: four residents have a second device. */
const files = [
  {
    name: 'people.csv',
    content: [
      'reference,firstName,lastName,role,email,site,ward,room',
      ...Array.from(
        { length: residents },
        (_, i) => `R${i},Resident${i},Lang,patient,,Elm House,${wardOf(i)},${100 + i}`,
      ),
      ...Array.from({ length: caregivers }, (_, i) => `,Nurse${i},Weber,caregiver,${emailOf(i)},,,`),
    ].join('\r\n'),
  },
  {
    name: 'devices.csv',
    content: [
      'macAddress,name,reference',
      ...Array.from({ length: devices }, (_, i) => `,Wrist ${i},R${i % residents}`),
    ].join('\r\n'),
  },
  {
    name: 'teams.csv',
    content: [
      'team,site,ward,caregiverEmail',
      ...Array.from(
        { length: caregivers },
        (_, i) => `Team ${wardOf(i)},Elm House,${wardOf(i)},${emailOf(i)}`,
      ),
    ].join('\r\n'),
  },
]

interface Line {
  file: string
  name: string
  userId: string | null
  invitation: { token: string } | null
  device: { macAddress: string; key: string } | null
}

test('a home is set up from three files, and a fall at night is answered at the station of the ward', async () => {
  const { service } = alarms
  const token = await service.adminToken()
  let adminRequests = 1
  const asAdmin = async (method: string, path: string, body?: object) => {
    adminRequests++
    const answer = await service.call(method, path, { token, ...(body && { body }) })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.body.data
  }

  // The afternoon: a dry run, the import, two rotas, two tablets.
  const dryRun = await asAdmin('POST', '/admin/imports', { files, dryRun: true })
  assert.equal(dryRun.counts.ERROR, 0, JSON.stringify(dryRun.lines.slice(0, 3)))
  const imported = await asAdmin('POST', '/admin/imports', { files })
  assert.equal(imported.applied, true)
  const lines = imported.lines as Line[]
  const linesOf = (file: string) => lines.filter((line) => line.file === file)
  const staffLines = linesOf('people.csv').slice(residents)
  const teams: { id: string; name: string }[] = await asAdmin('GET', '/admin/teams')
  assert.deepEqual(teams.map(({ name }) => name).sort(), ['Team North', 'Team South'])
  const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']
  const codes = new Map<string, string>()
  for (const [w, ward] of wards.entries()) {
    // The first caregiver of each ward has the nights, the others have the days.
    const ids = staffLines.filter((_, i) => i % wards.length === w).map(({ userId }) => userId)
    const shifts = days.flatMap((weekday) => [
      { weekday, from: '07:00', to: '21:00', caregiverIds: ids.slice(1) },
      { weekday, from: '21:00', to: '07:00', caregiverIds: ids.slice(0, 1) },
    ])
    const team = teams.find(({ name }) => name === `Team ${ward}`)
    await asAdmin('PUT', `/admin/teams/${team?.id}/rota`, { shifts })
    const station = await asAdmin('POST', '/admin/stations', {
      name: `${ward} desk`,
      site: 'Elm House',
      ward,
    })
    codes.set(ward, station.code)
  }

  // Every device sends its first reading.
  const deviceLines = linesOf('devices.csv')
  assert.equal(deviceLines.length, devices)
  for (const { device } of deviceLines) {
    assert.ok(device)
    const body = goodReading(device.macAddress)
    const sent = await service.call('POST', '/device/sensor-stream', { token: device.key, body })
    assert.equal(sent.status, 200, sent.text)
  }
  assert.ok(adminRequests <= maxAdminRequests, `${adminRequests} requests of the admin`)

  // The caregivers have a mail each, and choose a password; those of the nights can be reached, and have a PIN.
  const mails = alarms.mail.mails.splice(0)
  assert.deepEqual(mails.map(({ to }) => to.join()).sort(), staffLines.map((_, i) => emailOf(i)).sort())
  const staff = []
  for (const [i, { invitation }] of staffLines.entries()) {
    const person = await acceptInvitation(service, invitation?.token ?? '', goodPassword)
    await alarms.reach(person, `Nurse${i}`, ['ntfy'], true)
    staff.push(person)
  }
  const [nightNurse] = staff
  await setPin(service, { token: nightNurse.token, password: goodPassword }, '2580')
  const station = await service.call('POST', '/auth/station', { body: { code: codes.get('North') } })
  assert.equal(station.status, 200, station.text)
  const atStation = (method: string, path: string, body?: object) =>
    service.call(method, path, { token: station.body.token, ...(body && { body }) })
  const ward = await atStation('GET', '/station/overview')
  assert.equal(ward.body.data.length, residents / wards.length)

  // The night: the device of a resident of the ward sends a fall, a reading a second, and that nobody gets up.
  service.setClock(nextLocalTime(service.ctx.now(), 3 * 60, timeZone))
  const worn = deviceLines[0]?.device
  const night = [...fallSequence, ...Array<Fields>(10).fill(lying)]
  for (const [second, fields] of night.entries()) {
    const reading = { ...fields, uptime_ms: 60_000 + second * 1000 }
    const sent = await sendReading(service, worn?.key, worn?.macAddress ?? '', reading)
    assert.equal(sent.status, 200, sent.text)
    service.advance('1s')
  }
  assert.deepEqual(await alarms.now(), ['Nurse0 ntfy'])
  const { title, text } = alarms.lastOf('Nurse0', 'ntfy')
  assert.match(`${title} ${text}`, /Resident0 Lang \(Room 100, North/)

  // It is answered a minute later, and resolved at the station, in the name of the nurse.
  service.advance('60s')
  const [incident] = (await atStation('GET', '/station/incidents')).body.data
  const act = { caregiverId: nightNurse.id, pin: '2580' }
  const wrong = await atStation('POST', `/station/incidents/${incident.id}/acknowledge`, {
    ...act,
    pin: '0000',
  })
  assert.equal(wrong.status, 400, wrong.text)
  const acknowledged = await atStation('POST', `/station/incidents/${incident.id}/acknowledge`, act)
  assert.equal(acknowledged.status, 200, acknowledged.text)
  assert.equal(acknowledged.body.data.handledBy.id, nightNurse.id)
  const resolution = { ...act, outcome: 'HELP_GIVEN', injuries: 'Bruise on the left hip' }
  const resolved = await atStation('POST', `/station/incidents/${incident.id}/resolve`, resolution)
  assert.equal(resolved.status, 200, resolved.text)
  assert.deepEqual(await incidentsOf(service, nightNurse), [])

  // It stands in the report of the month.
  const month = new Intl.DateTimeFormat('sv', { timeZone, year: 'numeric', month: '2-digit' })
  const report = await asAdmin('GET', `/admin/report?month=${month.format(service.ctx.now())}&ward=North`)
  const [fall] = report.falls
  assert.deepEqual(
    [report.counts.falls, fall.patientName, fall.residence.room, fall.outcome, fall.injuries],
    [1, 'Resident0 Lang', '100', 'HELP_GIVEN', 'Bruise on the left hip'],
  )
  assert.ok(report.responses.answered === 1 && report.responses.medianSeconds >= 60)
})
