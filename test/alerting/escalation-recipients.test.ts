import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { defaultPolicies, type EscalationPolicy } from '../../src/alerting/escalation/policy.ts'
import { readPolicy } from '../../src/alerting/escalation/read-policy.ts'
import { findRecipients } from '../../src/alerting/escalation/recipients.ts'
import type { Severity } from '../../src/detection/levels/severity.ts'
import { assign } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService({ TIME_ZONE: 'Europe/Madrid' })

const find = (patientId: string | null, at = service.ctx.now()) =>
  findRecipients(service.ctx, service.ctx.db, { patientId }, at)

interface ContactFields {
  channel?: string
  confirmed?: boolean
  ended?: boolean
}

async function addContact(userId: string | null, fields: ContactFields = {}): Promise<string> {
  const { channel = 'ntfy', confirmed = true, ended = false } = fields
  const [id, now] = [randomUUID(), service.ctx.now()]
  await service.ctx.db.query(
    `insert into contacts (id, user_id, channel, address, created_at, confirmed_at, ended_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, userId, channel, `https://ntfy.sh/${id}`, now, confirmed ? now : null, ended ? now : null],
  )
  return id
}

async function addCaregiver(patientId: string, firstName: string) {
  const caregiver = await service.signUp({ role: 'CAREGIVER', firstName, lastName: 'Gil' })
  await assign(service, caregiver.id, patientId)
  return caregiver
}

const setPriority = (caregiverId: string, priority: number) =>
  service.ctx.db.query('update assignments set priority = $2 where caregiver_id = $1', [
    caregiverId,
    priority,
  ])

const setDuty = (userId: string, onDuty: boolean, hours: object | null = null) =>
  service.ctx.db.query('insert into caregiver_duty (user_id, on_duty, hours) values ($1, $2, $3)', [
    userId,
    onDuty,
    hours && JSON.stringify(hours),
  ])

describe('the recipients of a patient', () => {
  test('are the assigned caregivers in the order of their priority, with the contacts that can be used', async () => {
    const rosa = await service.signUp()
    const second = await addCaregiver(rosa.id, 'Ana')
    const first = await addCaregiver(rosa.id, 'Eva')
    await setPriority(second.id, 2)
    const mail = await addContact(second.id, { channel: 'mail' })
    await addContact(second.id, { channel: 'mail', confirmed: false })
    await addContact(second.id, { ended: true })
    const { caregivers } = await find(rosa.id)
    const staff = { kind: 'STAFF', relationship: null, helps: true }
    assert.deepEqual(caregivers, [
      { userId: first.id, name: 'Eva Gil', ...staff, priority: 1, onDuty: true, contacts: [] },
      {
        userId: second.id,
        name: 'Ana Gil',
        ...staff,
        priority: 2,
        onDuty: true,
        contacts: [{ id: mail, channel: 'mail' }],
      },
    ])
  })

  test('are no caregivers who cannot sign in, or are caregivers no more', async () => {
    const rosa = await service.signUp()
    const [inactive, invited, promoted] = await Promise.all(
      ['Ana', 'Eva', 'Ada'].map((name) => addCaregiver(rosa.id, name)),
    )
    const { db } = service.ctx
    await db.query(`update users set status = 'inactive' where id = $1`, [inactive?.id])
    await db.query('update users set password_hash = null where id = $1', [invited?.id])
    await db.query(`update users set role = 'ADMIN' where id = $1`, [promoted?.id])
    const { caregivers, admins } = await find(rosa.id)
    assert.deepEqual(caregivers, [])
    assert.equal(admins.filter(({ userId }) => userId === promoted?.id).length, 1)
    await db.query(`update users set status = 'inactive' where id = $1`, [promoted?.id])
    assert.ok(!(await find(rosa.id)).admins.some(({ userId }) => userId === promoted?.id))
  })

  test('are on duty as they say, in the time zone of the installation', async () => {
    const rosa = await service.signUp()
    const [off, atNight] = [await addCaregiver(rosa.id, 'Ana'), await addCaregiver(rosa.id, 'Eva')]
    await setDuty(off.id, false)
    await setDuty(atNight.id, true, [{ days: ['MON'], from: '22:00', to: '06:00' }])
    const onDutyAt = async (at: string) => {
      const { caregivers } = await find(rosa.id, new Date(at))
      return caregivers.filter(({ onDuty }) => onDuty).map(({ name }) => name)
    }
    // 2 March 2026 is a Monday, an hour ahead of UTC; in summer it is two.
    assert.deepEqual(await onDutyAt('2026-03-02T20:59:00Z'), [])
    assert.deepEqual(await onDutyAt('2026-03-02T21:00:00Z'), ['Eva Gil'])
    assert.deepEqual(await onDutyAt('2026-03-03T04:59:00Z'), ['Eva Gil'])
    assert.deepEqual(await onDutyAt('2026-06-01T20:00:00Z'), ['Eva Gil'])
    assert.deepEqual(await onDutyAt('2026-06-02T04:00:00Z'), [])
  })
})

test('without a patient the recipients are the admins and the webhooks that can be used', async () => {
  const hook = await addContact(null, { channel: 'webhook' })
  await addContact(null, { channel: 'webhook', ended: true })
  const { caregivers, admins, webhooks } = await find(null)
  assert.deepEqual(caregivers, [])
  assert.equal(admins.length, 1)
  assert.deepEqual(webhooks, [{ id: hook }])
})

test('a policy is the patient’s own, else that of the installation, else the default', async () => {
  const { db } = service.ctx
  const [rosa, luis] = [await service.signUp(), await service.signUp()]
  const policyOf = (afterSeconds: number): EscalationPolicy => ({
    steps: [{ afterSeconds, tell: [{ who: 'webhooks' }] }],
    repeat: null,
    quietAtNight: false,
  })
  const insert = (severity: Severity, patientId: string | null, policy: EscalationPolicy) =>
    db.query(
      'insert into escalation_policies (severity, patient_id, policy, updated_at) values ($1, $2, $3, $4)',
      [severity, patientId, JSON.stringify(policy), service.ctx.now()],
    )
  await insert('LOW', null, policyOf(1))
  await insert('LOW', rosa.id, policyOf(2))
  assert.deepEqual(await readPolicy(db, 'LOW_BATTERY', 'HIGH', rosa.id), policyOf(2))
  assert.deepEqual(await readPolicy(db, 'LOW_BATTERY', 'HIGH', luis.id), policyOf(1))
  assert.deepEqual(await readPolicy(db, 'DEVICE_SILENT', 'LOW', null), policyOf(1))
  assert.deepEqual(await readPolicy(db, 'FALL', 'HIGH', rosa.id), defaultPolicies.HIGH)
})
