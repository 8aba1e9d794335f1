import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { act, incidentOf, incidentsOf } from '../support/incidents.ts'
import { useNtfy } from '../support/ntfy.ts'
import { alertsOf, makeCircle, reportFall } from '../support/people.ts'
import {
  addDevice,
  assign,
  batchReading,
  countRows,
  type Fields,
  type Person,
  randomMac,
  sendReading,
  tally,
  times,
} from '../support/readings.ts'

const { service, ntfy } = useNtfy({ PUBLIC_URL: 'https://care.example.org' })

async function reachable(person: Person, fields: object = {}) {
  const messages = await ntfy.addTopic(person, fields)
  return () => messages().map(({ title, message }) => [title, message])
}

/** A patient with two caregivers, told one after the other. */
async function household() {
  const rosa: Person = await service.signUp()
  const ana: Person = await service.signUp({ role: 'CAREGIVER', firstName: 'Ana', lastName: 'Gil' })
  const eva: Person = await service.signUp({ role: 'CAREGIVER', firstName: 'Eva', lastName: 'Sanz' })
  for (const { id } of [ana, eva]) await assign(service, id, rosa.id)
  return { rosa, ana, eva }
}

async function fall(patient: Person, confidence = 0.8) {
  const { id } = await reportFall(service, patient, { confidence })
  const [incident] = await incidentsOf(service, patient)
  return { fallId: id as string, incident }
}

describe('an incident', () => {
  test('is opened by a fall, with these fields', async () => {
    const { rosa, ana } = await household()
    const { fallId, incident } = await fall(rosa)
    const { id, openedAt, nextStepAt } = incident
    assert.deepEqual(incident, {
      ...{ id, kind: 'FALL', state: 'OPEN', severity: 'HIGH', patientId: rosa.id, patientName: 'Rosa Marín' },
      ...{ site: null, ward: null, room: null },
      ...{
        fallId,
        deviceId: null,
        deviceName: null,
        openedAt,
        checkUntil: null,
        acknowledgedAt: null,
        handledBy: null,
      },
      ...{
        etaMinutes: null,
        etaAt: null,
        resolvedAt: null,
        outcome: null,
        nextStepAt,
        told: [],
        attending: [],
        fineAt: null,
        helpAt: null,
        assistanceRequestedAt: null,
      },
    })
    assert.equal(nextStepAt, openedAt)
    const { timeline, deliveries, evidence } = await incidentOf(service, ana, id)
    const [{ at, ...entry }] = timeline
    assert.deepEqual(entry, {
      type: 'opened',
      actor: null,
      data: { code: 'FALL_REPORTED', level: 'HIGH' },
      text: 'A person reported a fall: HIGH',
      station: null,
    })
    assert.deepEqual([deliveries, evidence], [[], { level: 'HIGH', confidence: 0.8 }])
  })

  test('shows the vital signs that were measured last, each with its time', async () => {
    const { rosa, ana } = await household()
    const { incident } = await fall(rosa)
    const none = { heartRate: null, oxygenSaturation: null }
    assert.deepEqual((await incidentOf(service, ana, incident.id)).vitals, none)
    const device = await addDevice(service, rosa.token, { heart_rate: 71, spo2: 96 })
    service.advance('40s')
    await device.send({ heart_rate: 118, uptime_ms: 50_000 })
    const { heartRate, oxygenSaturation } = (await incidentOf(service, ana, incident.id)).vitals
    assert.deepEqual([heartRate.value, oxygenSaturation.value], [118, 96])
    assert.ok(Date.parse(heartRate.at) - Date.parse(oxygenSaturation.at) >= 40_000)
  })

  test('tells where the fall was, what is known of it, and whom to call', async () => {
    const { rosa, ana } = await household()
    const numbers = { phone: '+34 600 123 456', emergencyContact: '+34 600 999 000' }
    await service.call('PUT', `/patients/${rosa.id}`, { token: ana.token, body: numbers })
    const said = { location: 'Kitchen', witnessed: false, injuries: 'Wrist' }
    await reportFall(service, rosa, { confidence: 0.8, ...said })
    const [{ id }] = await incidentsOf(service, rosa)
    const { patient, fall } = await incidentOf(service, ana, id)
    assert.deepEqual([patient, fall], [numbers, said])
  })

  test('has the further falls of the patient, and the highest severity', async () => {
    const { rosa } = await household()
    const { incident: first } = await fall(rosa, 0.6)
    const { incident: second, fallId } = await fall(rosa, 0.95)
    await fall(rosa, 0.6)
    const all = await incidentsOf(service, rosa)
    assert.deepEqual(
      [all.length, second.id, second.severity, second.fallId],
      [1, first.id, 'CRITICAL', fallId],
    )
    assert.equal(await countRows(service, 'falls where incident_id = $1', [first.id]), 3)
  })

  test('is one, however many falls are reported at once', async () => {
    const { rosa } = await household()
    await Promise.all(Array.from({ length: 10 }, () => reportFall(service, rosa, { confidence: 0.8 })))
    assert.equal(await countRows(service, 'incidents where patient_id = $1', [rosa.id]), 1)
    assert.equal(await countRows(service, 'falls where user_id = $1 and incident_id is null', [rosa.id]), 0)
  })

  test('is seen by those whom it concerns', async () => {
    const circle = await makeCircle(service)
    const { incident } = await fall(circle.patient)
    for (const [person, sees] of [
      [circle.patient, true],
      [circle.neighbour, false],
      [circle.caregiver, true],
      [circle.stranger, false],
      [circle.admin, true],
    ] as const) {
      const ids = (await incidentsOf(service, person, { patientId: circle.patient.id })).map(({ id }) => id)
      assert.deepEqual(ids, sees ? [incident.id] : [])
      const answer = await service.call('GET', `/incidents/${incident.id}`, { token: person.token })
      assert.equal(answer.status, sees ? 200 : 403)
    }
    assert.equal((await service.call('GET', '/incidents')).status, 401)
  })

  test('is listed by state, then by severity, then by who has waited longest, page by page', async () => {
    const ana = await service.signUp({ role: 'CAREGIVER', firstName: 'Ana', lastName: 'Gil' })
    const ids: Record<string, string> = {}
    for (const [name, confidence] of [
      ...[['handled', 0.95] as const, ['mediumFirst', 0.6] as const, ['highFirst', 0.8] as const],
      ...[['mediumSecond', 0.6] as const, ['highSecond', 0.8] as const, ['critical', 0.95] as const],
    ]) {
      const patient = await service.signUp()
      await assign(service, ana.id, patient.id)
      const { incident } = await fall(patient, confidence)
      ids[name] = incident.id
    }
    await act(service, ana, ids.handled as string, 'acknowledge')
    const nameOf = ({ id }: { id: string }) => Object.keys(ids).find((name) => ids[name] === id)
    const byUrgency = ['critical', 'highFirst', 'highSecond', 'mediumFirst', 'mediumSecond', 'handled']
    const pages = []
    for (const page of ['1', '2', '3'])
      pages.push(...(await incidentsOf(service, ana, { page, limit: '2' })).map(nameOf))
    assert.deepEqual(pages, byUrgency)
    const { token } = ana
    const read = async (query: Record<string, string>) =>
      (await service.call('GET', '/incidents', { token, query })).body.data.map(nameOf)
    assert.deepEqual(await read({ state: 'OPEN,ACKNOWLEDGED' }), byUrgency)
    assert.deepEqual(await read({ sort: 'openedAt' }), Object.keys(ids).reverse())
    assert.deepEqual(await read({ state: 'OPEN,RESOLVED', limit: '1' }), ['critical'])
    assert.deepEqual(await read({ state: 'OPEN,RESOLVED', order: 'asc', limit: '1' }), ['mediumFirst'])
  })

  test('is told step by step, until somebody acknowledges, and the told ones are told of it', async () => {
    const { rosa, ana, eva } = await household()
    const [ofAna, ofEva] = [await reachable(ana, { showDetails: true }), await reachable(eva)]
    const { incident } = await fall(rosa)
    await service.engine.runDue()
    assert.deepEqual(ofAna(), [
      ['Somebody may have fallen', 'Rosa Marín may have fallen. Say that you are on it, or others are told.'],
    ])
    assert.deepEqual(ofEva(), [
      ['Somebody may have fallen', 'Open Fallwatch to see who, and say that you are on it.'],
    ])
    const answer = await act(service, ana, incident.id, 'acknowledge', { etaMinutes: 5 })
    assert.equal(answer.status, 200, answer.text)
    const { handledBy, attending, acknowledgedAt: at } = answer.body.data
    assert.deepEqual(handledBy, { id: ana.id, name: 'Ana Gil' })
    assert.deepEqual(attending, [
      { id: ana.id, name: 'Ana Gil', kind: 'STAFF', relationship: null, at, etaMinutes: 5 },
    ])
    await service.engine.runDue()
    assert.deepEqual(ofAna().at(-1), ['You are on it', 'Nobody else is told any more (Rosa Marín).'])
    assert.deepEqual(ofEva().at(-1), ['Handled', 'Somebody is on it.'])
    const told = [ofAna().length, ofEva().length]
    service.advance('10m')
    await service.engine.runDue()
    assert.deepEqual([ofAna().length, ofEva().length], told)
    assert.deepEqual(await alertsOf(service, eva), [])
    const second = await act(service, eva, incident.id, 'acknowledge')
    assert.deepEqual([second.status, second.body.details], [409, { handledBy: 'Ana Gil' }])
  })

  test('says when its handler will be there, counted from when they said so last', async () => {
    const { rosa, ana } = await household()
    const { incident } = await fall(rosa)
    const minutesAfter = (from: string, to: string) =>
      Math.round((Date.parse(to) - Date.parse(from)) / 60_000)
    const says = async (etaMinutes?: number) => {
      const { data } = (await act(service, ana, incident.id, 'acknowledge', { etaMinutes })).body
      return [data.etaMinutes, minutesAfter(data.acknowledgedAt, data.etaAt)]
    }
    assert.deepEqual(await says(5), [5, 5])
    service.advance('4m')
    assert.deepEqual(await says(10), [10, 14])
    assert.deepEqual(await says(), [10, 14])
    const { etaAt } = (await act(service, ana, incident.id, 'release')).body.data
    assert.equal(etaAt, null)
  })

  test('opens again if it was acknowledged and forgotten', async () => {
    const { rosa, ana, eva } = await household()
    const ofEva = await reachable(eva)
    const { incident } = await fall(rosa)
    await act(service, ana, incident.id, 'acknowledge')
    service.advance('29m')
    await service.engine.runDue()
    assert.equal((await incidentsOf(service, ana))[0].state, 'ACKNOWLEDGED')
    service.advance('61s')
    await service.engine.runDue()
    const [open] = await incidentsOf(service, ana)
    assert.deepEqual([open.state, open.handledBy, open.acknowledgedAt], ['OPEN', null, null])
    assert.equal(ofEva().length, 1)
    assert.equal((await alertsOf(service, ana)).length, 1)
  })

  test('says in its timeline whether its handler cannot go, or has undone a mistake within ten seconds', async () => {
    const { rosa, ana } = await household()
    const { incident } = await fall(rosa)
    for (const pause of ['1s', '11s'] as const) {
      await act(service, ana, incident.id, 'acknowledge')
      service.advance(pause)
      assert.equal((await act(service, ana, incident.id, 'release')).body.data.state, 'OPEN')
    }
    const { timeline } = await incidentOf(service, ana, incident.id)
    assert.deepEqual(
      timeline.flatMap(({ type, data, text }: { type: string; data: { code: string }; text: string }) =>
        type === 'released' ? [[data.code, text]] : [],
      ),
      [
        ['ACKNOWLEDGEMENT_UNDONE', 'The acknowledgement was undone: it was a mistake'],
        ['RELEASED', 'Cannot go'],
      ],
    )
  })

  test('is told anew to whoever released it before, after another fall', async () => {
    const { rosa, ana, eva } = await household()
    const [ofAna, ofEva] = [await reachable(ana), await reachable(eva)]
    const { incident } = await fall(rosa)
    for (const [person, name] of [
      [ana, 'acknowledge'],
      [ana, 'release'],
      [eva, 'acknowledge'],
    ] as const)
      assert.equal((await act(service, person, incident.id, name)).status, 200)
    await service.engine.runDue()
    const told = [ofAna().length, ofEva().length]
    service.advance('11m')
    await fall(rosa, 0.95)
    await service.engine.runDue()
    assert.deepEqual([ofAna().length, ofEva().length], [(told[0] ?? 0) + 1, (told[1] ?? 0) + 1])
  })

  test('shows no more of a contact than is needed to know it again', async () => {
    const { rosa, ana } = await household()
    const token = await service.adminToken()
    const url = `${ntfy.url}/hooks/T0SECRET?key=QSECRET`
    assert.equal((await service.call('POST', '/admin/webhooks', { token, body: { url } })).status, 201)
    await reachable(ana)
    const { incident } = await fall(rosa)
    await service.engine.runDue()
    service.advance('3m')
    await service.engine.runDue()
    const { deliveries } = await incidentOf(service, rosa, incident.id)
    const channels = new Set(deliveries.map(({ channel }: { channel: string }) => channel))
    assert.deepEqual([...channels].sort(), ['ntfy', 'webhook'])
    assert.doesNotMatch(JSON.stringify(deliveries), /SECRET/)
    await service.ctx.db.query(`delete from contacts where channel = 'webhook'`)
  })

  test('is told to the admins at once if no caregiver can be, however late the first step is', async () => {
    const { rosa } = await household()
    const token = await service.adminToken()
    const [admin] = await service.ctx.db.query<{ id: string }>(
      `select id from users where role = 'ADMIN' limit 1`,
    )
    const ofAdmin = await reachable({ id: admin?.id ?? '', token } as Person)
    const steps = [{ afterSeconds: 300, tell: [{ who: 'assigned', channels: 'all' }] }]
    const body = { severity: 'CRITICAL', policy: { steps, repeat: null, quietAtNight: false } }
    const set = await service.call('PUT', `/patients/${rosa.id}/escalation`, { token, body })
    assert.equal(set.status, 200, set.text)
    const before = ofAdmin().length
    await service.call('POST', '/sos', { token: rosa.token })
    await service.engine.runDue()
    assert.equal(ofAdmin().length, before + 1)
  })

  test('is final once it is resolved', async () => {
    const { rosa, ana, eva } = await household()
    const { incident } = await fall(rosa)
    const resolved = await act(service, ana, incident.id, 'resolve', {
      outcome: 'REAL_FALL',
      injuries: 'A bruise',
    })
    assert.deepEqual([resolved.status, resolved.body.data.outcome], [200, 'REAL_FALL'])
    const late = await act(service, eva, incident.id, 'acknowledge')
    assert.deepEqual([late.status, late.body.details], [409, { resolvedBy: 'Ana Gil' }])
    assert.deepEqual(await incidentsOf(service, rosa), [])
    assert.equal((await incidentsOf(service, rosa, { state: 'RESOLVED,CANCELLED' })).length, 1)
    const { incident: next } = await fall(rosa)
    assert.notEqual(next.id, incident.id)
  })
})

describe('a call for help', () => {
  test('is 201, and 200 while it is not resolved', async () => {
    const { rosa, ana } = await household()
    const first = await service.call('POST', '/sos', { token: rosa.token })
    const again = await service.call('POST', '/sos', { token: rosa.token })
    assert.deepEqual([first.status, again.status], [201, 200])
    assert.equal(again.body.data.id, first.body.data.id)
    const [alert] = await alertsOf(service, ana)
    assert.deepEqual([alert.type, alert.fallId, alert.severity], ['SOS', null, 'CRITICAL'])
    assert.match(alert.message, /^Rosa Marín asks for help. Go to them now/)
    const answer = await service.call('POST', `/caregivers/alerts/${alert.id}/acknowledge`, {
      token: ana.token,
    })
    assert.equal(answer.status, 200)
    assert.equal((await incidentsOf(service, rosa))[0].state, 'ACKNOWLEDGED')
    assert.equal((await service.call('POST', '/sos', { token: ana.token })).status, 403)
  })
})

test('calls for help at the same moment are one, in the timeline, too', async () => {
  const { rosa } = await household()
  const answers = await times(8, () => service.call('POST', '/sos', { token: rosa.token }))
  assert.deepEqual(tally(answers), { 200: 7, 201: 1 })
  const [sos] = await incidentsOf(service, rosa)
  assert.equal((await incidentOf(service, rosa, sos.id)).timeline.length, 1)
})

test('a notice that becomes urgent is told again', async () => {
  const { rosa, ana } = await household()
  const ofAna = await reachable(ana)
  const device = await addDevice(service, rosa.token)
  const drain = async (levels: number[]) => {
    for (const battery_level of levels) await device.send({ battery_level })
    await service.engine.runDue()
  }
  const isNight = () => [22, 23, 0, 1, 2, 3, 4, 5, 6].includes(service.ctx.now().getUTCHours())
  while (isNight()) service.advance('1h')
  await drain([19, 18])
  assert.equal(ofAna().length, 1)
  await drain([9, 8])
  assert.equal(ofAna().length, 2)
  await drain([7, 6])
  assert.equal(ofAna().length, 2)
})

describe('the button of a device', () => {
  const press = (device: { send(fields: Fields): Promise<unknown> }, button: string) =>
    device.send({ button, uptime_ms: Math.round(service.ctx.now().getTime() % 1e9) })

  test('raises one call for help, however long it is held', async () => {
    const { rosa } = await household()
    const device = await addDevice(service, rosa.token)
    for (let i = 0; i < 3; i++) {
      service.advance('2s')
      await press(device, 'sos')
    }
    const [sos, ...others] = await incidentsOf(service, rosa)
    assert.deepEqual([sos.kind, sos.severity, others], ['SOS', 'CRITICAL', []])
    const { timeline } = await incidentOf(service, rosa, sos.id)
    assert.deepEqual(
      timeline.map(({ text }: { text: string }) => text),
      ['The button of a device was pressed'],
    )
  })

  test('says that the wearer is fine', async () => {
    const { rosa, ana } = await household()
    const device = await addDevice(service, rosa.token)
    const { incident } = await fall(rosa)
    service.advance('2s')
    await press(device, 'ok')
    const { state, timeline } = await incidentOf(service, ana, incident.id)
    assert.deepEqual([state, timeline.at(-1).type], ['OPEN', 'ok'])
  })

  test('that was pressed while offline raises a call for help once', async () => {
    const { rosa, ana } = await household()
    const device = await addDevice(service, rosa.token)
    const reading = batchReading(new Date(service.ctx.now().getTime() - 60_000), { button: 'sos' })
    const body = { device_id: device.mac, readings: [reading] }
    const send = () => service.call('POST', '/device/sensor-stream/batch', { token: rosa.token, body })
    assert.equal((await send()).status, 200)
    const [sos] = await incidentsOf(service, rosa)
    await act(service, ana, sos.id, 'resolve', { outcome: 'HELP_GIVEN' })
    service.advance('1m')
    assert.equal((await send()).status, 200)
    assert.deepEqual(await incidentsOf(service, rosa), [])
  })

  test('is sos or ok', async () => {
    const { rosa } = await household()
    const answer = await sendReading(service, rosa.token, randomMac(), { button: 'help' })
    assert.equal(answer.status, 400)
    assert.ok(answer.body.details.button)
  })
})
