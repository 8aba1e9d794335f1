// What became of falls, after RETENTION_INCIDENTS has deleted their incidents.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { applyRetention } from '../../src/app/jobs/retention.ts'
import { type Circle, makeCircle, reportFall } from '../support/people.ts'
import { useSteadyService } from '../support/service.ts'
import { unzip } from '../support/unzip.ts'

const service = useSteadyService({ RETENTION_INCIDENTS: '40d' })
let circle: Circle
const month = '2026-07'
let tokens: { admin: string; caregiver: string; patient: string }

const signIn = async ({ email }: { email: string }) => (await service.logIn(email)).body.token as string

async function read(path: string, token: string, query: Record<string, string> = {}) {
  const answer = await service.call('GET', path, { token, query })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** Whatever counts or shows the results of incidents. */
async function figures() {
  const { id } = circle.patient
  const { admin, caregiver } = tokens
  const [patient, home] = [
    (await read(`/patients/${id}/report`, caregiver, { month })).data,
    (await read('/admin/report', admin, { month })).data,
  ]
  const falls = (await read(`/patients/${id}/falls`, caregiver, { days: '365' })).data
  return {
    patient,
    home,
    falls,
    fhir: (await read(`/fhir/Patient/${id}/$everything`, caregiver)).entry,
    statistics: (await read(`/patients/${id}/falls/statistics`, caregiver, { days: '365' })).data,
    detection: (await read('/admin/detection', admin)).data,
    setup: (await read('/admin/setup', admin)).data,
  }
}

type Figures = Awaited<ReturnType<typeof figures>>

/** Leaves out when something was read, and the ids of incidents. */
function comparable({ patient, home, falls, ...rest }: Figures) {
  const withoutId = <Fall extends { incidentId: string | null }>(fall: Fall) => ({
    ...fall,
    incidentId: null,
  })
  const reportOf = (report: typeof patient) => ({
    ...report,
    createdAt: null,
    falls: report.falls.map(withoutId),
  })
  return {
    ...{ ...rest, detection: { ...rest.detection, from: null, to: null } },
    patient: reportOf(patient),
    home: reportOf(home),
    falls: falls.map((fall: { incident: object | null }) => ({
      ...fall,
      incident: fall.incident && { ...fall.incident, id: null },
    })),
  }
}

describe('when an incident is deleted', () => {
  let earlier: Figures
  let later: Figures

  before(async () => {
    // In the middle of a month, so that all of it is in one report.
    service.setClock(new Date('2026-07-15T10:00:00Z'))
    circle = await makeCircle(service)
    const { patient, caregiver, admin } = circle
    const { token } = caregiver
    const post = async (path: string, body: object, by = token) => {
      const answer = await service.call('POST', path, { token: by, body })
      assert.ok(answer.status < 300, answer.text)
      return answer.body.data
    }
    for (const outcome of ['FALSE_ALARM', 'REAL_FALL', 'NEAR_FALL', 'TEST']) {
      await reportFall(service, patient)
      // A second fall joins the incident: it is answered once.
      if (outcome === 'REAL_FALL') await reportFall(service, patient)
      const [incident] = (await read('/incidents', token)).data
      service.advance('40s')
      if (outcome !== 'TEST') await post(`/incidents/${incident.id}/acknowledge`, {})
      service.advance('50s')
      await post(`/incidents/${incident.id}/resolve`, { outcome, injuries: `After ${outcome}` })
    }
    await reportFall(service, patient)
    // Only a detected fall can be called off.
    await service.ctx.db.query(
      `update incidents set state = 'CANCELLED', resolved_at = $1, due_at = null where state = 'OPEN'`,
      [service.ctx.now()],
    )
    service.advance('10s')
    const call = await post('/sos', {}, patient.token)
    await post(`/incidents/${call.id}/acknowledge`, {})
    await post(`/incidents/${call.id}/resolve`, { outcome: 'HELP_GIVEN' })

    service.advance('41d')
    const signedIn = await Promise.all([admin, caregiver, patient].map(signIn))
    const [adminToken = '', caregiverToken = '', patientToken = ''] = signedIn
    tokens = { admin: adminToken, caregiver: caregiverToken, patient: patientToken }
    earlier = await figures()
    assert.equal((await applyRetention(service.ctx)).incidents, 6)
    assert.deepEqual((await read('/incidents', adminToken, { state: 'RESOLVED,CANCELLED' })).data, [])
    later = await figures()
  })

  test('reports, FHIR, lists and figures of detection stay the same', () => {
    assert.deepEqual(earlier.patient.counts, {
      falls: 2,
      reported: 2,
      nearFalls: 1,
      falseAlarms: 1,
      tests: 1,
      cancelled: 1,
    })
    assert.deepEqual(
      [earlier.patient.responses.answered, earlier.patient.responses.longestSeconds > 80],
      [5, true],
    )
    assert.ok(earlier.patient.falls.every(({ incidentId }: { incidentId: string | null }) => incidentId))
    assert.deepEqual(comparable(later), comparable(earlier))
  })

  test('nothing leads to it any more', () => {
    const ids = later.patient.falls.map(({ incidentId }: { incidentId: string | null }) => incidentId)
    assert.deepEqual(ids, [null, null, null, null, null, null])
    const incidents = later.falls.map(({ incident }: { incident: { id: string | null } }) => incident.id)
    assert.deepEqual(incidents, [null, null, null, null, null, null])
  })

  test('the patient’s export says what is kept', async () => {
    const { rawPayload } = await service.app.inject({
      url: '/api/profile/me/export',
      headers: { authorization: `Bearer ${tokens.patient}` },
    })
    const kept = JSON.parse(unzip(rawPayload).get('pastIncidents.json') ?? '')
    assert.deepEqual(
      kept.map(({ kind, outcome, injuries }: Record<string, unknown>) => [kind, outcome, injuries]),
      [
        ['FALL', 'FALSE_ALARM', 'After FALSE_ALARM'],
        ['FALL', 'REAL_FALL', 'After REAL_FALL'],
        ['FALL', 'NEAR_FALL', 'After NEAR_FALL'],
        ['FALL', 'TEST', 'After TEST'],
        ['FALL', null, null],
        ['SOS', 'HELP_GIVEN', null],
      ],
    )
  })

  test('the statistics that are kept of a deleted person have its outcome, and nothing else is left', async () => {
    const answer = await service.call('DELETE', `/patients/${circle.patient.id}`, {
      token: tokens.admin,
      query: { keepStatistics: 'true' },
    })
    assert.equal(answer.status, 200, answer.text)
    const kept = (await read('/admin/fall-statistics', tokens.admin)).data
    const byOutcome: Record<string, number> = {}
    for (const { outcome, falls } of kept) byOutcome[outcome] = (byOutcome[outcome] ?? 0) + falls
    assert.deepEqual(byOutcome, { FALSE_ALARM: 1, REAL_FALL: 2, NEAR_FALL: 1, TEST: 1, UNKNOWN: 1 })
    const left = await service.ctx.db.query('select 1 from past_incidents')
    assert.deepEqual(left, [])
  })
})
