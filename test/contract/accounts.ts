import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { goodPassword } from '../support/service.ts'
import { assertHas, badBody, conflict, type Endpoint, emptyBody, type Stage } from './endpoint.ts'
import * as shapes from './shapes.ts'

export const newcomer = () => ({
  email: `${randomUUID()}@example.org`,
  password: goodPassword,
  firstName: 'Ana',
  lastName: 'Gil',
})

const newPassword = 'Rainy-Day-43!'
const weakPasswords = {
  'seven characters': 'Sunny-1',
  'no uppercase letter': 'sunny-day-42!',
  'no lowercase letter': 'SUNNY-DAY-42!',
  'no digit': 'Sunny-Day-xx!',
  'no special character': 'Sunny-Day-42',
}

/** Sends the good request from one address, that many times, and answers the last. */
async function sendAgain({ send }: Stage, ip: string, count: number) {
  for (let i = 1; i < count; i++) await send({ ip, body: {} })
  return send({ ip })
}

/** Takes the role from every admin but that of the stage. */
export async function leaveOneAdmin({ service, admin }: Stage): Promise<void> {
  await service.ctx.db.query(`update users set role = 'PATIENT' where role = 'ADMIN' and id <> $1`, [
    admin.id,
  ])
}

const authentication: Endpoint[] = [
  {
    method: 'POST',
    path: '/auth/signup',
    as: 'nobody',
    request: () => ({ body: newcomer() }),
    status: 201,
    shape: shapes.oneWithToken(shapes.newPerson),
    async after({ service }, { body }) {
      assert.equal(body.data.role, 'PATIENT')
      const me = await service.call('GET', '/me', { token: body.token })
      assert.equal(me.body.data.id, body.data.id)
    },
    refusals: [
      emptyBody('email', 'password', 'firstName', 'lastName'),
      badBody('an e-mail that is none', { email: 'ana' }),
      ...Object.entries(weakPasswords).map(([title, password]) =>
        badBody(`a password of ${title}`, { password }),
      ),
      badBody('numbers for texts', { email: 1, password: 2, firstName: 3, lastName: 4 }),
      badBody('blank names', { firstName: '  ', lastName: '' }),
      badBody('the role of an admin', { role: 'ADMIN' }),
      badBody('an unknown role', { role: 'NURSE' }),
      conflict('an e-mail that is taken', ({ send, good, patient }) =>
        send({ body: { ...(good.body as object), email: patient.email.toUpperCase() } }),
      ),
      { title: 'the sixth in 15 minutes', status: 429, call: (stage) => sendAgain(stage, '192.0.2.1', 6) },
    ],
  },
  {
    method: 'POST',
    path: '/auth/login',
    as: 'nobody',
    request: ({ patient: { email, password } }) => ({ body: { email, password } }),
    status: 200,
    shape: shapes.oneWithToken(shapes.person),
    refusals: [
      emptyBody('email', 'password'),
      {
        title: 'a wrong password',
        status: 401,
        call: ({ send, patient: { email } }) => send({ body: { email, password: newPassword } }),
      },
      {
        title: 'an unknown e-mail',
        status: 401,
        call: ({ send }) => send({ body: { email: 'no@example.org', password: goodPassword } }),
      },
      {
        title: 'an inactive account',
        status: 403,
        async call({ service, send, neighbour, admin }) {
          const { email, password } = neighbour
          const body = { status: 'inactive' }
          await service.call('PUT', `/admin/users/${neighbour.id}`, { token: admin.token, body })
          return send({ body: { email, password } })
        },
      },
      {
        title: 'the eleventh in 5 minutes',
        status: 429,
        says: /15 minutes/,
        call: (stage) => sendAgain(stage, '192.0.2.2', 11),
      },
    ],
  },
  {
    method: 'POST',
    path: '/auth/logout',
    as: 'patient',
    status: 200,
    shape: shapes.one(shapes.message),
    async after({ send }) {
      assert.equal((await send()).status, 401)
    },
  },
]

const profile: Endpoint[] = [
  {
    method: 'GET',
    path: '/profile/me',
    as: 'patient',
    status: 200,
    shape: shapes.one(shapes.profile),
    nulls: ['dateOfBirth', 'phone', 'avatar'],
    refusals: [
      {
        title: 'the hundred and first request in a minute',
        status: 429,
        async call({ send }) {
          const answers = await Promise.all(Array.from({ length: 101 }, () => send({ ip: '192.0.2.3' })))
          const refused = answers.filter(({ status }) => status === 429)
          assert.equal(refused.length, 1)
          const { headers } = refused[0] ?? assert.fail()
          assert.equal(Number(headers['x-ratelimit-limit']), 100)
          assert.equal(Number(headers['x-ratelimit-remaining']), 0)
          assert.match(String(headers['x-ratelimit-reset']), /^\d+$/)
          return refused[0] ?? assert.fail()
        },
      },
    ],
  },
  {
    method: 'PUT',
    path: '/profile/me',
    as: 'patient',
    request: () => ({
      body: { firstName: 'Eva', lastName: 'Sol', phone: '+34 600 123 456', dateOfBirth: '1941-05-17' },
    }),
    status: 200,
    shape: shapes.one(shapes.profile),
    nulls: ['avatar'],
    async after({ good }, { body }) {
      assertHas(body.data, good.body)
    },
    refusals: [
      badBody('a bad value for each', {
        firstName: '',
        lastName: 7,
        phone: 'none',
        dateOfBirth: '2023-02-30',
      }),
      badBody('a birth date to come', { dateOfBirth: '2999-01-01' }),
      badBody('a name of 101 characters', { firstName: 'x'.repeat(101) }),
    ],
  },
  {
    method: 'POST',
    path: '/profile/password',
    as: 'patient',
    request: ({ patient }) => ({
      body: { currentPassword: patient.password, newPassword, confirmPassword: newPassword },
    }),
    status: 200,
    shape: shapes.one(shapes.message),
    async after({ service, patient }) {
      assert.equal((await service.logIn(patient.email, newPassword)).status, 200)
      assert.equal((await service.logIn(patient.email)).status, 401)
    },
    refusals: [
      emptyBody('currentPassword', 'newPassword', 'confirmPassword'),
      {
        ...badBody('a wrong current password', { currentPassword: 'Wrong-Pass-1!' }),
        says: /current password is incorrect/i,
      },
      badBody('a confirmation that differs', { confirmPassword: goodPassword }),
      ...Object.entries(weakPasswords).map(([title, password]) =>
        badBody(`a password of ${title}`, { newPassword: password, confirmPassword: password }, [
          'newPassword',
        ]),
      ),
    ],
  },
  {
    method: 'DELETE',
    path: '/profile/me',
    as: 'patient',
    request: () => ({ body: { confirmation: true, reason: 'moving away' } }),
    status: 200,
    shape: shapes.one(shapes.deleted),
    async after({ service, send, patient }, { body }) {
      assert.equal(body.data.id, patient.id)
      assert.equal((await send()).status, 401)
      assert.equal((await service.logIn(patient.email)).status, 401)
    },
    refusals: [
      emptyBody('confirmation'),
      badBody('a confirmation that is none', { confirmation: false }),
      badBody('a text for the confirmation', { confirmation: 'true' }),
      badBody('a number for the reason', { reason: 7 }),
      conflict('the last admin', async (stage) => {
        await leaveOneAdmin(stage)
        return stage.send({ as: 'admin' })
      }),
    ],
  },
]

export const accountEndpoints: Endpoint[] = [
  ...authentication,
  ...profile,
  { method: 'GET', path: '/health', as: 'nobody', status: 200, shape: shapes.one(shapes.healthReport) },
  { method: 'GET', path: '/me', as: 'patient', status: 200, shape: shapes.one(shapes.me) },
]
