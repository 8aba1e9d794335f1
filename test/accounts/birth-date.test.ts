import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { makeCircle } from '../support/people.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService({ SESSION_DURATION: '30d' })

const dayFromNow = (days: number) =>
  new Date(service.ctx.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

test('a date of birth lies in the past of the service, wherever it is given', async () => {
  const { patient, caregiver, admin } = await makeCircle(service)
  const invited = () => ({ email: `${randomUUID()}@example.org`, firstName: 'Ana', lastName: 'Gil' })
  const requests: [method: string, path: string, token: string, others: () => object, success: number][] = [
    ['PUT', '/profile/me', patient.token, () => ({}), 200],
    ['POST', '/patients', caregiver.token, invited, 201],
    ['PUT', `/patients/${patient.id}`, caregiver.token, () => ({}), 200],
    ['PUT', `/admin/users/${patient.id}`, admin.token, () => ({}), 200],
  ]
  const statuses = async (dateOfBirth: string) => {
    const answers = []
    for (const [method, path, token, others] of requests) {
      const body = { ...others(), dateOfBirth }
      const answer = await service.call(method, path, { token, body })
      answers.push(answer.status)
      if (answer.status === 400)
        assert.deepEqual(answer.body.details, { dateOfBirth: 'must lie in the past' })
    }
    return answers
  }
  const refused = requests.map(() => 400)
  const taken = requests.map(([, , , , status]) => status)
  assert.deepEqual(await statuses(dayFromNow(0)), refused)
  assert.deepEqual(await statuses(dayFromNow(-1)), taken)
  const [tomorrow, inFiveDays] = [dayFromNow(1), dayFromNow(5)]
  assert.deepEqual(await statuses(tomorrow), refused)
  service.advance('2d')
  assert.deepEqual(await statuses(tomorrow), taken)
  assert.deepEqual(await statuses(inFiveDays), refused)
  // A field is looked at before the record is.
  const unknown = { token: admin.token, body: { dateOfBirth: inFiveDays } }
  for (const path of ['/admin/users', '/patients']) {
    assert.equal((await service.call('PUT', `${path}/${randomUUID()}`, unknown)).status, 400)
  }
})
