import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { act, incidentOf, incidentsOf } from '../support/incidents.ts'
import { type NtfyMessage, useNtfy } from '../support/ntfy.ts'
import { alertsOf, reportFall } from '../support/people.ts'
import type { Person } from '../support/readings.ts'

const { service, ntfy } = useNtfy({ PUBLIC_URL: 'https://care.example.org' })

const asAdmin = async (method: string, path: string, body?: object) =>
  service.call(method, path, { token: await service.adminToken(), ...(body && { body }) })

const reachable = (person: Person, showDetails = true) => ntfy.addTopic(person, { showDetails })

async function assignAs(caregiver: Person, patient: Person, fields: object) {
  const answer = await asAdmin('POST', `/caregivers/${caregiver.id}/patients`, {
    patientId: patient.id,
    ...fields,
  })
  assert.equal(answer.status, 201, answer.text)
}

const relative = { kind: 'RELATIVE', relationship: 'daughter' }

/** A patient with a nurse and a daughter, or with the daughter alone. */
async function family({ withStaff = true } = {}) {
  const rosa: Person = await service.signUp()
  const ana: Person = await service.signUp({ role: 'CAREGIVER', firstName: 'Ana', lastName: 'Gil' })
  const eva: Person = await service.signUp({ role: 'CAREGIVER', firstName: 'Eva', lastName: 'Sanz' })
  if (withStaff) await assignAs(ana, rosa, {})
  await assignAs(eva, rosa, relative)
  return { rosa, ana, eva }
}

async function fall(patient: Person) {
  const { id: fallId } = await reportFall(service, patient, { confidence: 0.8 })
  const [incident] = await incidentsOf(service, patient)
  return { fallId: fallId as string, incident }
}

const fallOf = async (patient: Person, id: string) =>
  (await service.call('GET', '/falls', { token: patient.token })).body.data.find(
    (fall: { id: string }) => fall.id === id,
  )

describe('a relative who acknowledges', () => {
  test('goes there, informs everybody, and does not end the escalation', async () => {
    const { rosa, ana, eva } = await family()
    const [toAna, toEva] = [await reachable(ana), await reachable(eva)]
    const { fallId, incident } = await fall(rosa)
    await service.engine.runDue()
    assert.equal(toAna().length, 1)
    assert.match(toEva()[0]?.message ?? '', /Say if you are going; staff are told all the same\.$/)
    assert.equal(toEva()[0]?.actions?.[0]?.label, "I'm going")
    const answer = await act(service, eva, incident.id, 'acknowledge', { etaMinutes: 10 })
    assert.equal(answer.status, 200, answer.text)
    const { state, handledBy, nextStepAt, attending } = answer.body.data
    const before = (await incidentsOf(service, ana))[0]
    assert.deepEqual([state, handledBy, nextStepAt], ['OPEN', null, before.nextStepAt])
    assert.ok(nextStepAt)
    assert.deepEqual(attending, [
      {
        ...{ id: eva.id, name: 'Eva Sanz', kind: 'RELATIVE', relationship: 'daughter' },
        ...{ at: attending[0].at, etaMinutes: 10 },
      },
    ])
    // Staff learn of it in the place of the alert, quietly, and can still say that they are on it.
    await service.engine.runDue()
    const update = toAna().at(-1)
    assert.match(update?.message ?? '', /Eva Sanz \(daughter\) is going\. Staff are still needed/)
    assert.deepEqual([update?.priority, update?.actions?.[0]?.label], [2, "I'm on it"])
    assert.equal(toEva().length, 1)
    const entry = (await incidentOf(service, ana, incident.id)).timeline.at(-1)
    assert.deepEqual(
      [entry.type, entry.data, entry.actor],
      [
        'attending',
        { code: 'ATTENDING', etaMinutes: 10 },
        { id: eva.id, name: 'Eva Sanz', kind: 'RELATIVE', relationship: 'daughter' },
      ],
    )
    // The fall waits for staff, who are told by the next step; who is going is not told again.
    assert.equal((await fallOf(rosa, fallId)).responded, false)
    service.advance('61s')
    await service.engine.runDue()
    assert.ok(toAna().length > 2)
    assert.equal(toEva().length, 1)
    // A nurse takes it; the daughter still goes, and says twice that she does.
    assert.equal((await act(service, ana, incident.id, 'acknowledge')).status, 200)
    assert.equal((await act(service, eva, incident.id, 'acknowledge')).status, 200)
    const [both] = await incidentsOf(service, ana)
    assert.equal(both.handledBy.id, ana.id)
    const names = both.attending.map(({ name }: { name: string }) => name)
    assert.deepEqual(names, ['Eva Sanz', 'Ana Gil'])
    assert.equal((await fallOf(rosa, fallId)).responded, true)
  })

  test('tells who is on it that they are going, too', async () => {
    const { rosa, ana, eva } = await family()
    const toAna = await reachable(ana)
    const { incident } = await fall(rosa)
    await act(service, ana, incident.id, 'acknowledge')
    assert.equal((await act(service, eva, incident.id, 'acknowledge')).status, 200)
    await service.engine.runDue()
    const last = toAna().at(-1)
    assert.equal(last?.title, 'Somebody is going as well')
    assert.match(last?.message ?? '', /^Eva Sanz \(daughter\) is going\./)
  })

  test('does so by the link of a message, which says what it means and whom it is about', async () => {
    const { rosa, ana, eva } = await family()
    const [toAna, toEva] = [await reachable(ana, false), await reachable(eva)]
    const { incident } = await fall(rosa)
    await service.engine.runDue()
    const tokenOf = (sent: NtfyMessage[]) => sent[0]?.actions?.[0]?.url.split('#')[1]
    const send = (path: string, token: string | undefined) => service.call('POST', path, { body: { token } })
    const preview = async (sent: NtfyMessage[]) =>
      (await send('/incidents/acknowledge/preview', tokenOf(sent))).body.data
    const ofEva = await preview(toEva())
    assert.deepEqual([ofEva.patientName, ofEva.effect], ['Rosa Marín', 'ATTENDING'])
    const ofAna = await preview(toAna())
    assert.deepEqual([ofAna.patientName, ofAna.effect], [null, 'HANDLING'])
    const answer = await send('/incidents/acknowledge', tokenOf(toEva()))
    assert.deepEqual(answer.body.data, { state: 'OPEN', effect: 'ATTENDING' })
    assert.equal((await incidentsOf(service, ana))[0].attending[0].id, eva.id)
    const handled = await send('/incidents/acknowledge', tokenOf(toAna()))
    assert.deepEqual(handled.body.data, { state: 'ACKNOWLEDGED', effect: 'HANDLING' })
    await asAdmin('DELETE', `/caregivers/${eva.id}/patients/${rosa.id}`)
    const since = await send('/incidents/acknowledge/preview', tokenOf(toEva()))
    assert.equal(since.status, 403)
    assert.deepEqual(
      (await incidentsOf(service, ana))[0].attending.map(({ id }: Person) => id),
      [ana.id],
    )
    assert.equal(incident.state, 'OPEN')
  })

  test('acknowledges their own alert, and nobody else’s', async () => {
    const { rosa, ana, eva } = await family()
    const { fallId } = await fall(rosa)
    const [alert] = await alertsOf(service, eva)
    const answer = await service.call('POST', `/caregivers/alerts/${alert.id}/acknowledge`, {
      token: eva.token,
    })
    assert.deepEqual([answer.status, answer.body.data.acknowledged], [200, true])
    assert.deepEqual(await alertsOf(service, eva), [])
    assert.equal((await alertsOf(service, ana)).length, 1)
    assert.equal((await fallOf(rosa, fallId)).responded, false)
  })

  test('can take it back, and cannot end the incident', async () => {
    const { rosa, ana, eva } = await family()
    const { incident } = await fall(rosa)
    assert.equal((await act(service, eva, incident.id, 'release')).status, 409)
    await act(service, eva, incident.id, 'acknowledge')
    const resolved = await act(service, eva, incident.id, 'resolve', { outcome: 'FALSE_ALARM' })
    assert.deepEqual([resolved.status, resolved.body.code], [403, 'RELATIVE_CANNOT_END'])
    const released = await act(service, eva, incident.id, 'release')
    assert.deepEqual([released.status, released.body.data.attending], [200, []])
    const entry = (await incidentOf(service, ana, incident.id)).timeline.at(-1)
    assert.equal(entry.data.code, 'ATTENDANCE_ENDED')
    await act(service, ana, incident.id, 'resolve', { outcome: 'FALSE_ALARM' })
    assert.equal((await act(service, eva, incident.id, 'acknowledge')).status, 409)
    // What she may not do, she may not do at any time.
    assert.equal((await act(service, eva, incident.id, 'resolve', { outcome: 'TEST' })).status, 403)
  })

  test('counts as a helper where no staff is assigned, or where an admin says so', async () => {
    const { rosa, ana, eva } = await family({ withStaff: false })
    const { incident } = await fall(rosa)
    const answer = await act(service, eva, incident.id, 'acknowledge')
    const { state, handledBy, attending } = answer.body.data
    assert.deepEqual([state, handledBy.id, attending[0].kind], ['ACKNOWLEDGED', eva.id, 'RELATIVE'])
    await assignAs(ana, rosa, {})
    const refused = await act(service, ana, incident.id, 'acknowledge')
    assert.deepEqual([refused.status, refused.body.details], [409, { handledBy: 'Eva Sanz (daughter)' }])
    await act(service, eva, incident.id, 'resolve', { outcome: 'HELP_GIVEN' })
    const { incident: second } = await fall(rosa)
    assert.equal((await act(service, eva, second.id, 'acknowledge')).body.data.state, 'OPEN')
    const path = `/patients/${rosa.id}/relatives`
    const settings = (await asAdmin('GET', path)).body.data
    assert.deepEqual([settings.countAsHelpers, settings.areHelpers, settings.mayManage], [null, false, false])
    assert.deepEqual(settings.relatives, [{ id: eva.id, name: 'Eva Sanz', relationship: 'daughter' }])
    assert.equal((await asAdmin('PUT', path, { countAsHelpers: true })).body.data.areHelpers, true)
    const helped = await act(service, eva, second.id, 'acknowledge')
    assert.deepEqual([helped.body.data.state, helped.body.data.attending.length], ['ACKNOWLEDGED', 1])
  })
})

describe('the escalation', () => {
  test('tells the admins at once if nobody but a relative can be reached', async () => {
    const { rosa, eva } = await family()
    const admin: Person = await service.signUp({ firstName: 'Ada', lastName: 'Mar' })
    await service.ctx.db.query(`update users set role = 'ADMIN' where id = $1`, [admin.id])
    const [toEva, toAdmin] = [await reachable(eva), await reachable(admin)]
    const { incident } = await fall(rosa)
    await service.engine.runDue()
    const ofIncident = ({ click }: NtfyMessage) => click.endsWith(incident.id)
    assert.deepEqual([toEva().filter(ofIncident).length, toAdmin().filter(ofIncident).length], [1, 1])
    const token = await service.adminToken()
    const { steps } = (await service.call('GET', `/patients/${rosa.id}/escalation/preview`, { token })).body
      .data
    const told = steps[0].tells.find(({ personId }: { personId: string }) => personId === eva.id)
    assert.deepEqual([told.kind, told.relationship, told.helps], ['RELATIVE', 'daughter', false])
  })
})

describe('a relative', () => {
  test('changes what staff change only if an admin allows it', async () => {
    const { rosa, ana, eva } = await family()
    await service.call('POST', `/patients/${rosa.id}/devices`, { token: ana.token, body: {} })
    const devices = await service.call('GET', `/patients/${rosa.id}/devices`, { token: ana.token })
    const requests: [method: string, path: string, body: object][] = [
      ['PUT', `/patients/${rosa.id}/residence`, { room: '12' }],
      ['PUT', `/patients/${rosa.id}/detection`, { sensitivity: 'low' }],
      ['PUT', `/patients/${rosa.id}/monitoring`, { okWindowSeconds: 30 }],
      ['POST', `/patients/${rosa.id}/devices`, {}],
      ['POST', `/device/${devices.body.data[0].id}/replacement`, {}],
    ]
    for (const [method, path, body] of requests) {
      const answer = await service.call(method, path, { token: eva.token, body })
      assert.deepEqual([answer.status, answer.body.code], [403, 'RELATIVE_NOT_ALLOWED'], path)
    }
    await asAdmin('PUT', `/patients/${rosa.id}/relatives`, { mayManage: true })
    for (const [method, path, body] of requests) {
      const answer = await service.call(method, path, { token: eva.token, body })
      assert.ok(answer.status < 300, answer.text)
    }
    const { you } = (await service.call('GET', `/patients/${rosa.id}/relatives`, { token: eva.token })).body
      .data
    assert.deepEqual(you, { kind: 'RELATIVE', helps: false, mayManage: true })
  })

  test('reports a fall as what they are, and changes no record that others have written', async () => {
    const { rosa, ana, eva } = await family()
    const toAna = await reachable(ana)
    const occurredAt = service.ctx.now().toISOString()
    const reported = await service.call('POST', `/patients/${rosa.id}/falls`, {
      ...{ token: eva.token, body: { occurredAt, location: 'Garden' } },
    })
    const { fallId, incidentId, reportedBy, versions } = reported.body.data
    const daughter = { id: eva.id, name: 'Eva Sanz', ...relative }
    assert.deepEqual([reportedBy, versions[0].by], [daughter, daughter])
    // Staff are told all the same, and see who said so.
    await service.engine.runDue()
    assert.match(toAna()[0]?.message ?? '', /Eva Sanz \(daughter\) is going/)
    assert.deepEqual((await incidentOf(service, ana, incidentId)).timeline[0].actor, daughter)
    const note = { token: eva.token, body: { text: 'The key is with me.' } }
    const noted = await service.call('POST', `/patients/${rosa.id}/notes`, note)
    assert.deepEqual(noted.body.data.author, daughter)

    const write = (id: string, { token }: Person, location: string) =>
      service.call('PUT', `/falls/${id}/record`, { token, body: { location } })
    assert.equal((await write(fallId, eva, 'Garden path')).status, 200)
    assert.equal((await write(fallId, ana, 'Terrace')).status, 200)
    const refused = await write(fallId, eva, 'Garden')
    assert.deepEqual([refused.status, refused.body.code], [403, 'RELATIVE_NOT_ALLOWED'])
    // What nobody has documented yet is theirs to write.
    const { fallId: detected } = await fall(rosa)
    assert.equal((await write(detected, eva, 'Kitchen')).status, 200)
    for (const allowed of [{ mayManage: true }, { mayManage: false, countAsHelpers: true }]) {
      await asAdmin('PUT', `/patients/${rosa.id}/relatives`, allowed)
      assert.equal((await write(fallId, eva, JSON.stringify(allowed))).status, 200)
    }
  })

  test('is staff once an admin says so', async () => {
    const { rosa, eva } = await family()
    const path = `/caregivers/${eva.id}/patients/${rosa.id}`
    const changed = await asAdmin('PUT', path, { kind: 'STAFF', relationship: null })
    assert.deepEqual([changed.body.data.kind, changed.body.data.relationship], ['STAFF', null])
    const { incident } = await fall(rosa)
    assert.equal((await act(service, eva, incident.id, 'acknowledge')).body.data.state, 'ACKNOWLEDGED')
    const overview = (await service.call('GET', '/patients/overview', { token: eva.token })).body.data
    assert.equal(overview[0].you, 'STAFF')
  })
})
