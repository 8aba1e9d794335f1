import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { writeTo } from '../support/people.ts'
import { assertHas, badBody, badQuery, type Endpoint, emptyBody, type Scene } from './endpoint.ts'
import * as shapes from './shapes.ts'

/** A message of the caregiver to the patient. */
async function written({ service, caregiver, patient }: Scene) {
  const { id } = await writeTo(service, caregiver, patient)
  return { params: { id } }
}

export const messageEndpoints: Endpoint[] = [
  {
    method: 'GET',
    path: '/messages',
    as: 'patient',
    request: async (scene) => {
      await written(scene)
      return {}
    },
    status: 200,
    shape: shapes.many(shapes.letter),
    pageSize: 10,
    another: ({ service, patient, caregiver }) => writeTo(service, patient, caregiver),
    refusals: [badQuery({ unreadOnly: 'maybe', conversationWith: 'ana' })],
  },
  {
    method: 'POST',
    path: '/messages',
    as: 'caregiver',
    request: ({ patient }) => ({ body: { recipientId: patient.id, content: 'Hello', type: 'TEXT' } }),
    status: 201,
    shape: shapes.one(shapes.letter),
    async after({ good, caregiver }, { body }) {
      const expected = { ...(good.body as object), senderId: caregiver.id, read: false }
      assertHas(body.data, expected)
    },
    refusals: [
      emptyBody('recipientId', 'content'),
      badBody('a bad value for each', { recipientId: 'rosa', content: '  ', type: 'SONG' }),
      badBody('wrong types', { recipientId: 1, content: 2, type: 3 }),
      badBody('5001 characters', { content: 'x'.repeat(5001) }),
      {
        title: 'a message to oneself',
        status: 400,
        fields: ['recipientId'],
        call: ({ send, caregiver }) => send({ body: { recipientId: caregiver.id, content: 'Hello' } }),
      },
      {
        title: 'an unknown recipient',
        status: 404,
        call: ({ send }) => send({ body: { recipientId: randomUUID(), content: 'Hello' } }),
      },
    ],
  },
  {
    method: 'GET',
    path: '/messages/:id',
    as: 'patient',
    request: written,
    status: 200,
    shape: shapes.one(shapes.letter),
    async after(_, { body }) {
      assert.equal(body.data.read, false)
    },
    forbids: ['neighbour', 'stranger', 'admin'],
  },
  {
    method: 'POST',
    path: '/messages/:id/read',
    as: 'patient',
    request: written,
    status: 200,
    shape: shapes.one(shapes.letter),
    async after({ send }, { body }) {
      assert.equal(body.data.read, true)
      const again = await send()
      assert.deepEqual([again.status, again.body], [200, body])
    },
    forbids: ['neighbour', 'caregiver', 'stranger', 'admin'],
  },
]
