import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { recordDetectedFall } from '../../src/alerting/falls/falls.service.ts'
import type { Evidence } from '../../src/detection/fall-event.ts'
import { often } from '../support/full.ts'
import { acceptInvitation, alertsOf, reportFall } from '../support/people.ts'
import { addDevice, assign, countRows, type Person, tally, times } from '../support/readings.ts'
import { adminAccount, goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService({ SESSION_DURATION: '30d' })

const asAdmin = async (method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: await service.adminToken(), body })

async function change(method: string, path: string, body?: unknown) {
  const answer = await asAdmin(method, path, body)
  assert.ok(answer.status < 300, answer.text)
  return answer.body.data
}

const setStatus = ({ id }: { id: string }, status: string) => change('PUT', `/admin/users/${id}`, { status })
const assignByAdmin = ({ id }: { id: string }, patient: Person) =>
  change('POST', `/caregivers/${id}/patients`, { patientId: patient.id })
const unassign = ({ id }: { id: string }, patient: Person) =>
  change('DELETE', `/caregivers/${id}/patients/${patient.id}`)

/** Counts the deadlocks of the service, which repeats the transactions that PostgreSQL ends. */
async function countDeadlocks(): Promise<number> {
  // A connection publishes its counts now and then, and else after its next transaction, if it is told to.
  const { db } = service.ctx
  const { requests, reserved } = db.pools()
  for (const [pool, { total }] of [
    [db, requests],
    [db.reserved, reserved],
  ] as const) {
    let begun = 0
    await times(total, () =>
      pool.transaction(async (tx) => {
        await tx.query('select pg_stat_force_next_flush()')
        begun++
        await until(() => begun === total)
      }),
    )
  }
  const [row] = await db.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return row?.deadlocks ?? Number.NaN
}

const signUpCaregiver = (): Promise<Person> => service.signUp({ role: 'CAREGIVER' })

/** A caregiver who has not accepted the invitation yet, with what is needed to do so. */
async function inviteCaregiver(): Promise<{ id: string; invitation: { token: string } }> {
  const newcomer = { email: `${randomUUID()}@example.org`, firstName: 'Nora', lastName: 'Paz' }
  return change('POST', '/caregivers', newcomer)
}

/** The falls that a caregiver has alerts of, oldest first. */
async function fallsAlertedTo(caregiver: Person): Promise<string[]> {
  const alerts = await alertsOf(service, caregiver, 'all')
  return alerts.map(({ fallId }: { fallId: string }) => fallId).reverse()
}

const countWithoutRecipient = ({ id }: Person) =>
  countRows(
    service,
    `audit_log where action = 'fall.nobody_to_tell' and level = 'WARNING' and subject_id = $1`,
    [id],
  )

const evidence: Evidence = {
  ...{ peakG: 4, turnDegrees: 80, stillSeconds: 0, secondsSince: 2 },
  ...{ gotUpAfterSeconds: null, raisedBy: ['impact', 'turn'] },
}
const motion = { accel: [0, 0, 39], gyro: [90, 0, 0] } as const

/** A patient with a device that detects falls, each at its own time. */
async function wearer() {
  const patient: Person = await service.signUp()
  const { id: deviceId } = await addDevice(service, patient.token)
  const recordFall = (confidence: number, at = service.ctx.now(), late = false) =>
    recordDetectedFall(service.ctx, { userId: patient.id, deviceId, motion, evidence, at, late, confidence })
  return { patient, recordFall }
}

describe('alerted to a fall', () => {
  const unable: [who: string, make: (patient: Person) => Promise<void>][] = [
    ['nobody is assigned', async () => undefined],
    [
      'the only caregiver is inactive',
      async (patient) => {
        const ana = await signUpCaregiver()
        await assignByAdmin(ana, patient)
        await setStatus(ana, 'inactive')
      },
    ],
    [
      'the only caregiver has not accepted the invitation',
      async (patient) => {
        await assignByAdmin(await inviteCaregiver(), patient)
      },
    ],
    [
      'the only caregiver was unassigned',
      async (patient) => {
        const ana = await signUpCaregiver()
        await assignByAdmin(ana, patient)
        await unassign(ana, patient)
      },
    ],
    [
      'the only caregiver has another role now',
      async (patient) => {
        const ana = await signUpCaregiver()
        await assignByAdmin(ana, patient)
        await change('POST', `/admin/users/${ana.id}/role`, { role: 'ADMIN' })
      },
    ],
  ]
  for (const [who, make] of unable) {
    test(`is nobody when ${who}, and the audit log says so`, async () => {
      const { patient, recordFall } = await wearer()
      await make(patient)
      const { alerts } = await reportFall(service, patient)
      assert.deepEqual(alerts, { notified: false, caregiverCount: 0 })
      assert.equal(await countWithoutRecipient(patient), 1)
      service.advance('2m')
      const { opened, alerts: sent } = await recordFall(0.8)
      assert.deepEqual({ opened, sent }, { opened: true, sent: 0 })
      assert.equal(await countWithoutRecipient(patient), 2)
      assert.equal(await countRows(service, 'alerts where patient_id = $1', [patient.id]), 0)
    })
  }

  test('are those who can be, and only they are counted', async () => {
    const patient = await service.signUp()
    const [ana, eva] = [await signUpCaregiver(), await signUpCaregiver()]
    for (const caregiver of [ana, eva, await inviteCaregiver()]) await assignByAdmin(caregiver, patient)
    await setStatus(eva, 'inactive')
    const { id, alerts } = await reportFall(service, patient)
    assert.deepEqual(alerts, { notified: true, caregiverCount: 1 })
    assert.deepEqual(await fallsAlertedTo(ana), [id])
    assert.equal(await countWithoutRecipient(patient), 0)
  })

  test('is nobody once for each fall, however often it rises, and never for a suspicion', async () => {
    const { patient, recordFall } = await wearer()
    const at = service.ctx.now()
    await recordFall(0.4, at)
    assert.equal(await countWithoutRecipient(patient), 0)
    for (const confidence of [0.6, 0.8, 0.95]) await recordFall(confidence, at)
    assert.equal(await countWithoutRecipient(patient), 1)
  })
})

describe('an open fall is handed to', () => {
  test('whoever is assigned', async () => {
    const patient = await service.signUp()
    const { id } = await reportFall(service, patient, { confidence: 0.95 })
    service.advance('10m')
    const ana = await signUpCaregiver()
    await assignByAdmin(ana, patient)
    const [alert, ...others] = await alertsOf(service, ana)
    assert.deepEqual([alert.fallId, alert.severity, others], [id, 'CRITICAL', []])
    assert.ok(
      Date.parse(alert.timestamp) > service.ctx.now().getTime() - 60_000,
      'sent now, not at the time of the fall',
    )
  })

  test('a caregiver who becomes active again, once and of all their patients', async () => {
    const patients = await times(2, () => service.signUp())
    const ana = await signUpCaregiver()
    for (const patient of patients) await assignByAdmin(ana, patient)
    const before = await reportFall(service, patients[0] as Person)
    await setStatus(ana, 'inactive')
    service.advance('1m')
    const falls = [before.id]
    for (const patient of patients) falls.push((await reportFall(service, patient)).id)
    await setStatus(ana, 'active')
    await setStatus(ana, 'active')
    const back = (await service.logIn(ana.email)).body
    assert.deepEqual((await fallsAlertedTo({ ...ana, token: back.token })).sort(), falls.sort())
  })

  test('a caregiver who accepts the invitation', async () => {
    const patient = await service.signUp()
    const invited = await inviteCaregiver()
    await assignByAdmin(invited, patient)
    const { id } = await reportFall(service, patient)
    const nora = await acceptInvitation(service, invited.invitation.token, goodPassword)
    assert.deepEqual(await fallsAlertedTo(nora), [id])
  })

  test('nobody who cannot be alerted', async () => {
    const patient = await service.signUp()
    await reportFall(service, patient)
    const ana = await signUpCaregiver()
    await setStatus(ana, 'inactive')
    await assignByAdmin(ana, patient)
    await assignByAdmin(await inviteCaregiver(), patient)
    assert.equal(await countRows(service, 'alerts where patient_id = $1', [patient.id]), 0)
  })

  test('nobody else’s caregiver', async () => {
    const [patient, neighbour] = await times(2, () => service.signUp())
    await reportFall(service, neighbour as Person)
    const ana = await signUpCaregiver()
    await assignByAdmin(ana, patient as Person)
    assert.deepEqual(await fallsAlertedTo(ana), [])
  })

  const closed: [what: string, happen: (patient: Person) => Promise<void>][] = [
    [
      'that another caregiver has acknowledged',
      async (patient) => {
        const eva = await signUpCaregiver()
        await assignByAdmin(eva, patient)
        await reportFall(service, patient)
        const [alert] = await alertsOf(service, eva)
        const path = `/caregivers/alerts/${alert.id}/acknowledge`
        assert.equal((await service.call('POST', path, { token: eva.token })).status, 200)
        await unassign(eva, patient)
      },
    ],
    [
      'of more than a day ago',
      async (patient) => {
        await reportFall(service, patient)
        service.advance('25h')
      },
    ],
    [
      'that is a suspicion',
      async (patient) => void (await reportFall(service, patient, { confidence: 0.4 })),
    ],
  ]
  for (const [what, happen] of closed) {
    test(`nobody, if it is one ${what}`, async () => {
      const patient = await service.signUp()
      await happen(patient)
      const ana = await signUpCaregiver()
      await assignByAdmin(ana, patient)
      assert.deepEqual(await fallsAlertedTo(ana), [])
    })
  }

  test('whoever is assigned, also when it was detected days late', async () => {
    const { patient, recordFall } = await wearer()
    await recordFall(0.95, new Date(service.ctx.now().getTime() - 3 * 86_400_000), true)
    service.advance('1h')
    const ana = await signUpCaregiver()
    await assignByAdmin(ana, patient)
    assert.equal((await fallsAlertedTo(ana)).length, 1)
  })
})

test('late evidence opens a fall of days ago again when it raises its level, and not otherwise', async () => {
  const { patient, recordFall } = await wearer()
  const at = service.ctx.now()
  await recordFall(0.55, at)
  const countAlertedFalls = async () => {
    const ana = await signUpCaregiver()
    await assignByAdmin(ana, patient)
    return (await fallsAlertedTo(ana)).length
  }
  service.advance('3d')
  await recordFall(0.6, at, true)
  assert.equal(await countAlertedFalls(), 0)
  await recordFall(0.95, at, true)
  assert.equal(await countAlertedFalls(), 1)
})

describe('when a caregiver who was alerted is gone, the next one is alerted', () => {
  const ways: [way: string, go: (caregiver: Person, patient: Person) => Promise<unknown>][] = [
    ['unassigned', (caregiver, patient) => unassign(caregiver, patient)],
    [
      'deleted by themselves',
      ({ token }) => service.call('DELETE', '/profile/me', { token, body: { confirmation: true } }),
    ],
    ['deleted by an admin', ({ id }) => change('DELETE', `/caregivers/${id}`)],
    ['deactivated', (caregiver) => setStatus(caregiver, 'inactive')],
    ['given another role', ({ id }) => change('POST', `/admin/users/${id}/role`, { role: 'PATIENT' })],
  ]
  for (const [way, go] of ways) {
    test(way, async () => {
      const patient = await service.signUp()
      const ana = await signUpCaregiver()
      await assignByAdmin(ana, patient)
      const fall = await reportFall(service, patient, { confidence: 0.95 })
      assert.equal(fall.alerts.caregiverCount, 1)
      await go(ana, patient)
      const eva = await signUpCaregiver()
      await assignByAdmin(eva, patient)
      assert.deepEqual(await fallsAlertedTo(eva), [fall.id])
      const [{ responded }] = (await service.call('GET', '/falls', { token: patient.token })).body.data
      assert.equal(responded, false)
    })
  }
})

describe('a fall at the same moment as', () => {
  const rounds = often(8, 30)

  /** Counts, of falls that were reported while something was changed, those that the caregiver has no alert of. */
  async function raced(caregiverId: string, patients: Person[], begin: () => Promise<unknown>) {
    const reports = patients.map((patient) => () => reportFall(service, patient))
    const [, ...falls] = await Promise.all([begin(), ...reports.map((report) => report())])
    const ids = falls.map(({ id }) => id)
    return countRows(
      service,
      `falls where id = any($1) and not exists
         (select from alerts where fall_id = falls.id and caregiver_id = $2)`,
      [ids, caregiverId],
    )
  }

  test('an assignment reaches the caregiver all the same', async () => {
    const token = await service.adminToken()
    const missed: number[] = []
    for (let i = 0; i < rounds; i++) {
      const [patient, ana] = await Promise.all([service.signUp() as Promise<Person>, signUpCaregiver()])
      const path = `/caregivers/${ana.id}/patients`
      const begin = () => service.call('POST', path, { token, body: { patientId: patient.id } })
      missed.push(await raced(ana.id, [patient, patient, patient], begin))
    }
    assert.deepEqual(missed, Array(rounds).fill(0))
  })

  test('an activation or an accepted invitation reaches the caregiver all the same', async () => {
    const token = await service.adminToken()
    const patients: Person[] = await times(4, () => service.signUp())
    const missed: number[] = []
    for (let i = 0; i < rounds / 2; i++) {
      const ana = await signUpCaregiver()
      const invited = await inviteCaregiver()
      for (const { id } of patients) {
        await assign(service, ana.id, id)
        await assign(service, invited.id, id)
      }
      const path = `/admin/users/${ana.id}`
      await service.call('PUT', path, { token, body: { status: 'inactive' } })
      const activate = () => service.call('PUT', path, { token, body: { status: 'active' } })
      const accept = () => acceptInvitation(service, invited.invitation.token, goodPassword)
      missed.push(await raced(ana.id, patients, activate), await raced(invited.id, patients, accept))
      await service.ctx.db.query('delete from assignments where caregiver_id in ($1, $2)', [
        ana.id,
        invited.id,
      ])
    }
    assert.deepEqual(missed, Array(missed.length).fill(0))
  })

  test('several assignments, activations and acknowledgements leaves none of them waiting for another', async () => {
    const { email, password } = adminAccount
    const token = (await service.logIn(email, password)).body.token
    const patients: Person[] = await times(3, () => service.signUp())
    const caregivers = await times(3, signUpCaregiver)
    for (const { id } of patients) await assign(service, caregivers[0]?.id, id)
    const call = (method: string, path: string, body?: unknown) => service.call(method, path, { token, body })
    const answers = await times(60, async (i) => {
      const patient = patients[i % 3] as Person
      const caregiver = caregivers[1 + (i % 2)] as Person
      if (i % 5 === 0) return call('POST', `/caregivers/${caregiver.id}/patients`, { patientId: patient.id })
      if (i % 5 === 1)
        return call('PUT', `/admin/users/${caregiver.id}`, { status: i % 4 ? 'active' : 'inactive' })
      if (i % 5 === 2) {
        const { token: own } = caregivers[0] as Person
        const [alert] = (await service.call('GET', '/caregivers/alerts', { token: own })).body.data
        return service.call('POST', `/caregivers/alerts/${alert?.id ?? randomUUID()}/acknowledge`, {
          token: own,
        })
      }
      return service.call('POST', '/falls', { token: patient.token, body: { confidence: 0.8 } })
    })
    const unexpected = Object.keys(tally(answers)).filter(
      (status) => !['200', '201', '404', '409'].includes(status),
    )
    assert.deepEqual(unexpected, [])
    for (const { id } of caregivers) await setStatus({ id }, 'active')
    const missed = `assignments join falls on user_id = patient_id
      where patient_id = any($1) and responded_at is null and not exists
        (select from alerts where fall_id = falls.id and alerts.caregiver_id = assignments.caregiver_id)`
    assert.equal(await countRows(service, missed, [patients.map(({ id }) => id)]), 0)
    assert.equal(await countDeadlocks(), 0)
  })
})
