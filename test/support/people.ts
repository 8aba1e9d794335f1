import assert from 'node:assert/strict'
import { assign, type Fields, type Person } from './readings.ts'
import type { TestService } from './service.ts'

/** One person of each kind that the access table knows; the records in question are the patient's. */
export interface Circle {
  patient: Person
  neighbour: Person
  /** Assigned to the patient. */
  caregiver: Person
  /** A caregiver, too, but of nobody. */
  stranger: Person
  admin: Person
}

export const callers = ['nobody', 'patient', 'neighbour', 'caregiver', 'stranger', 'admin'] as const
export type CallerName = (typeof callers)[number]

export async function makeCircle(service: TestService): Promise<Circle> {
  const [patient, neighbour, caregiver, stranger, admin] = await Promise.all([
    service.signUp(),
    service.signUp({ firstName: 'Luis', lastName: 'Vega' }),
    service.signUp({ role: 'CAREGIVER', firstName: 'Ana', lastName: 'Gil' }),
    service.signUp({ role: 'CAREGIVER', firstName: 'Eva', lastName: 'Sol' }),
    service.signUp({ firstName: 'Ada', lastName: 'Mar' }),
  ])
  // Nobody can sign up as an admin; this one has not been seen yet, so that no session knows another role.
  await service.ctx.db.query(`update users set role = 'ADMIN' where id = $1`, [admin.id])
  await assign(service, caregiver.id, patient.id)
  return { patient, neighbour, caregiver, stranger, admin: { ...admin, role: 'ADMIN' } }
}

export const tokenOf = (circle: Circle, caller: CallerName): string | undefined =>
  caller === 'nobody' ? undefined : circle[caller].token

/** Reports a fall of a person by hand and gives the answer's data. */
export async function reportFall(service: TestService, { token }: Person, fields: Fields = {}) {
  const body = { confidence: 0.8, location: 'Kitchen', witnessed: true, injuries: 'A bruise', ...fields }
  const answer = await service.call('POST', '/falls', { token, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

export async function writeTo(service: TestService, { token }: Person, { id }: Person) {
  const body = { recipientId: id, content: 'How are you today?' }
  const answer = await service.call('POST', '/messages', { token, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

/** Gives the alerts that a caregiver sees. */
export async function alertsOf(service: TestService, { token }: Person, status = 'active') {
  const answer = await service.call('GET', '/caregivers/alerts', { token, query: { status } })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

/** Chooses a password and gives the token of the first session. */
export async function acceptInvitation(service: TestService, token: string, password: string) {
  const answer = await service.call('POST', '/auth/accept-invitation', { body: { token, password } })
  assert.equal(answer.status, 200, answer.text)
  return { ...answer.body.data, token: answer.body.token as string }
}
