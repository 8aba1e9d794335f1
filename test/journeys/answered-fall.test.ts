import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alertsOf, type Circle, makeCircle } from '../support/people.ts'
import { addDevice, assign, fallSequence, type Person } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const ask = async (path: string, { token }: Person) => {
  const answer = await service.call('GET', path, { token })
  assert.equal(answer.status, 200, `${path}: ${answer.text}`)
  return answer.body.data
}

const acknowledge = (alert: { id: string }, { token }: Person) =>
  service.call('POST', `/caregivers/alerts/${alert.id}/acknowledge`, { token })

/** Gives whether and when the fall was responded to, in every list that shows it. */
async function answersIn({ patient, caregiver, stranger, admin }: Circle, fallId: string) {
  const views: [path: string, viewer: Person][] = [
    ['/falls', patient],
    ['/falls/recent', caregiver],
    ['/falls/recent', stranger],
    ['/falls/recent', admin],
    [`/patients/${patient.id}/falls`, caregiver],
    [`/patients/${patient.id}/falls`, admin],
    [`/admin/falls?patientId=${patient.id}`, admin],
  ]
  const answers = []
  for (const [path, viewer] of views) {
    const fall = (await ask(path, viewer)).find(({ id }: { id: string }) => id === fallId)
    assert.ok(fall, `${path} does not show the fall`)
    answers.push([fall.status, fall.responded, fall.responseTime])
  }
  return answers
}

test('a fall, from the sensor to the caregiver who comes', async () => {
  const circle = await makeCircle(service)
  const { patient, caregiver: ana, stranger: eva, admin } = circle
  await assign(service, eva.id, patient.id)

  const device = await addDevice(service, patient.token)
  for (const [i, motion] of fallSequence.entries())
    await device.send({ ...motion, uptime_ms: 10_000 + i * 1000 })
  const falls = await ask('/falls', patient)
  assert.equal(falls.length, 1)
  const [{ id, createdAt }] = falls
  assert.deepEqual(new Set((await answersIn(circle, id)).map(String)), new Set(['CONFIRMED,false,']))

  const [ofAna, ...others] = await alertsOf(service, ana)
  const [ofEva] = await alertsOf(service, eva)
  assert.deepEqual(others, [])
  assert.notEqual(ofAna.id, ofEva.id)
  for (const { patientName, type, severity, acknowledged } of [ofAna, ofEva]) {
    const expected = ['Rosa Marín', 'FALL_DETECTED', 'CRITICAL', false]
    assert.deepEqual([patientName, type, severity, acknowledged], expected)
  }

  service.advance('90s')
  const first = await acknowledge(ofAna, ana)
  assert.deepEqual([first.status, first.body.data.acknowledged], [200, true])
  const [, , responseTime] = (await answersIn(circle, id))[0] ?? []
  const seconds = (service.ctx.now().getTime() - Date.parse(createdAt)) / 1000
  assert.ok(
    Number.isInteger(responseTime) && responseTime >= 90 && responseTime <= seconds,
    `${responseTime}`,
  )
  const answered = new Set([`CONFIRMED,true,${responseTime}`])
  assert.deepEqual(new Set((await answersIn(circle, id)).map(String)), answered)

  assert.deepEqual(await alertsOf(service, ana), [])
  assert.deepEqual(await alertsOf(service, ana, 'acknowledged'), [first.body.data])
  assert.deepEqual(await alertsOf(service, eva), [])
  const handledBy = { id: ana.id, name: 'Ana Gil' }
  assert.deepEqual(await alertsOf(service, eva, 'handled'), [{ ...ofEva, handledBy }])
  for (const viewer of [patient, ana, eva, admin]) {
    const { alerts } = await ask(`/falls/${id}`, viewer)
    const states = alerts.map(({ caregiverId, sent, acknowledged }: Record<string, unknown>) => ({
      [String(caregiverId)]: [sent, acknowledged],
    }))
    assert.deepEqual(Object.assign({}, ...states), { [ana.id]: [true, true], [eva.id]: [true, false] })
  }

  service.advance('10m')
  assert.deepEqual((await acknowledge(ofAna, ana)).body, first.body)
  assert.equal((await acknowledge(ofAna, eva)).status, 403)
  assert.equal((await acknowledge(ofEva, eva)).status, 409)
  assert.deepEqual(await alertsOf(service, eva), [])
  assert.deepEqual(new Set((await answersIn(circle, id)).map(String)), answered)
})

test('whoever is assigned after a fall is alerted to it, unless it was acknowledged before', async () => {
  const { patient, caregiver, stranger, admin } = await makeCircle(service)
  const body = { confidence: 0.75 }
  const fall = (await service.call('POST', '/falls', { token: patient.token, body })).body.data
  assert.deepEqual([fall.status, fall.alerts], ['HIGH', { notified: true, caregiverCount: 1 }])
  const bringIn = async ({ id }: Person) => {
    const body = { patientId: patient.id }
    const answer = await service.call('POST', `/caregivers/${id}/patients`, { token: admin.token, body })
    assert.equal(answer.status, 201, answer.text)
  }
  await bringIn(stranger)
  const received = await alertsOf(service, stranger)
  assert.deepEqual(
    received.map(({ fallId }: { fallId: string }) => fallId),
    [fall.id],
  )
  const [alert] = await alertsOf(service, caregiver)
  assert.equal((await ask(`/falls/${fall.id}`, stranger)).alerts.length, 2)
  assert.equal((await acknowledge(alert, caregiver)).status, 200)
  const latecomer = await service.signUp({ role: 'CAREGIVER' })
  await bringIn(latecomer)
  assert.deepEqual(await alertsOf(service, latecomer, 'all'), [])
  assert.equal((await ask(`/falls/${fall.id}`, latecomer)).alerts.length, 2)
})
