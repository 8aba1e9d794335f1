import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { type Circle, makeCircle } from '../support/people.ts'
import { assign, countRows, type Person } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

async function write({ token }: Person, { id }: Person, text: string) {
  const answer = await service.call('POST', `/patients/${id}/notes`, { token, body: { text } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

const list = ({ token }: Person, { id }: Person, query = {}) =>
  service.call('GET', `/patients/${id}/notes`, { token, query })

const remove = ({ token }: Person, { id }: Person, noteId: string) =>
  service.call('DELETE', `/patients/${id}/notes/${noteId}`, { token })

/** One more caregiver of the patient. */
async function colleagueOf({ patient }: Circle): Promise<Person> {
  const colleague = await service.signUp({ role: 'CAREGIVER', firstName: 'Ben', lastName: 'Lot' })
  await assign(service, colleague.id, patient.id)
  return colleague
}

test('those who take care of a patient read each other’s notes, the newest first, page by page', async () => {
  const circle = await makeCircle(service)
  const { patient, caregiver, admin } = circle
  const colleague = await colleagueOf(circle)
  const first = await write(caregiver, patient, ' Hears badly on the left.\nSpeak slowly. ')
  assert.deepEqual(
    { ...first, id: '', createdAt: '' },
    {
      id: '',
      patientId: patient.id,
      author: { id: caregiver.id, name: 'Ana Gil', kind: 'STAFF', relationship: null },
      text: 'Hears badly on the left.\nSpeak slowly.',
      createdAt: '',
    },
  )
  const second = await write(admin, patient, 'New key safe: behind the bin.')
  const { body } = await list(colleague, patient)
  assert.deepEqual(body.data, [second, first])
  assert.deepEqual(body.pagination, { page: 1, limit: 10, total: 2, totalPages: 1 })
  const page = await list(colleague, patient, { page: 2, limit: 1 })
  assert.deepEqual(page.body.data, [first])
  assert.deepEqual((await list(colleague, patient, { order: 'asc' })).body.data, [first, second])
})

describe('a text is refused', () => {
  const texts: [string, unknown][] = [
    ['that is missing', undefined],
    ['that is blank', ' \n '],
    ['of more than 2000 characters', 'a'.repeat(2001)],
    ['with characters that reverse text', 'abc\u202edef'],
    ['that is no string', 7],
  ]
  for (const [title, text] of texts) {
    test(title, async () => {
      const { patient, caregiver } = await makeCircle(service)
      const answer = await service.call('POST', `/patients/${patient.id}/notes`, {
        token: caregiver.token,
        body: { text },
      })
      assert.equal(answer.status, 400, answer.text)
      assert.deepEqual(Object.keys(answer.body.details), ['text'])
      assert.equal(await countRows(service, 'patient_notes where patient_id = $1', [patient.id]), 0)
    })
  }
})

describe('a note is deleted', () => {
  test('by its author, once', async () => {
    const { patient, caregiver } = await makeCircle(service)
    const { id } = await write(caregiver, patient, 'Wrong patient, sorry.')
    const answer = await remove(caregiver, patient, id)
    assert.deepEqual([answer.status, answer.body.data], [200, { id, deleted: true }])
    assert.deepEqual((await list(caregiver, patient)).body.data, [])
    assert.equal((await remove(caregiver, patient, id)).status, 404)
  })

  test('by an admin, but not by another caregiver, nor by an author who is no longer assigned', async () => {
    const circle = await makeCircle(service)
    const { patient, caregiver, admin } = circle
    const { id } = await write(await colleagueOf(circle), patient, 'A note of Ben')
    const refused = await remove(caregiver, patient, id)
    assert.deepEqual(
      [refused.status, refused.body.error],
      [403, 'Only its author or an admin may delete a note'],
    )
    const own = await write(caregiver, patient, 'A note of Ana')
    await service.ctx.db.query('delete from assignments where caregiver_id = $1', [caregiver.id])
    assert.equal((await remove(caregiver, patient, own.id)).status, 403)
    assert.equal((await remove(admin, patient, id)).status, 200)
    const left = (await list(admin, patient)).body.data
    assert.deepEqual(
      left.map((note: { id: string }) => note.id),
      [own.id],
    )
  })

  test('only under its own patient', async () => {
    const { patient, neighbour, admin } = await makeCircle(service)
    const { id } = await write(admin, patient, 'About Rosa')
    assert.equal((await remove(admin, neighbour, id)).status, 404)
    assert.equal((await remove(admin, patient, randomUUID())).status, 404)
    assert.equal((await remove(admin, patient, 'no-id')).status, 400)
    assert.equal((await list(admin, patient)).body.data.length, 1)
  })
})

test('notes go with the account of the patient, and stay when that of their author is deleted', async () => {
  const { patient, caregiver, admin } = await makeCircle(service)
  const { id } = await write(caregiver, patient, 'The dog is friendly.')
  const confirmation = { body: { confirmation: true } }
  await service.call('DELETE', '/profile/me', { token: caregiver.token, ...confirmation })
  const [note] = (await list(admin, patient)).body.data
  assert.deepEqual(
    [note.id, note.author],
    [id, { id: caregiver.id, name: null, kind: null, relationship: null }],
  )
  await service.call('DELETE', '/profile/me', { token: patient.token, ...confirmation })
  assert.equal(await countRows(service, 'patient_notes where id = $1', [id]), 0)
  assert.equal((await list(admin, patient)).status, 404)
})

test('who wrote, read and deleted is in the audit log, without the text', async () => {
  const { patient, caregiver } = await makeCircle(service)
  const { id } = await write(caregiver, patient, 'Takes Periwinkle drops')
  await list(caregiver, patient)
  await remove(caregiver, patient, id)
  const entries = await service.ctx.db.query<{ action: string; message: string }>(
    'select action, message from audit_log where subject_id = $1 and actor_id = $2 order by at, id',
    [patient.id, caregiver.id],
  )
  const byAction = new Map(entries.map(({ action, message }) => [action, message]))
  assert.equal(byAction.get('patient.note_added'), `Note ${id} added`)
  assert.equal(byAction.get('record.viewed'), 'GET /api/patients/:id/notes')
  assert.equal(byAction.get('patient.note_deleted'), `Note ${id} deleted`)
  assert.ok(entries.every(({ message }) => !message.includes('Periwinkle')))
})
