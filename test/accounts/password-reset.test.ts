import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type MailServer, startMailServer } from '../../harness/mail-server.ts'
import { until } from '../../harness/until.ts'
import { type Answer, adminAccount, goodPassword, TestService, useSteadyService } from '../support/service.ts'

const publicUrl = 'https://care.example.org'
const newPassword = 'Rainy-Day-43!'
const oneMessage = 'This link is invalid, was used or has expired'

let mails: MailServer
let service: TestService
let admin: string
let refusal: number | undefined

before(async () => {
  mails = await startMailServer({ refuseRecipient: () => refusal })
  service = new TestService({ SMTP_URL: mails.url, MAIL_FROM: 'care@example.org', PUBLIC_URL: publicUrl })
  await service.start()
  admin = await service.adminToken()
})
after(async () => {
  await service?.stop()
  await mails?.stop()
})

const forgot = (email: unknown, ip?: string) =>
  service.call('POST', '/auth/forgot-password', { body: { email }, ...(ip && { ip }) })
const reset = (token: unknown, password: unknown = newPassword) =>
  service.call('POST', '/auth/reset-password', { body: { token, password } })
const makeLink = (id: string, token = admin) =>
  service.call('POST', `/admin/users/${id}/password-reset`, { token })
const edit = (id: string, body: object) => service.call('PUT', `/admin/users/${id}`, { token: admin, body })
const meStatus = async (token: string) => (await service.call('GET', '/me', { token })).status

const mailsTo = (email: string) => mails.mails.filter(({ to }) => to.includes(email))
const actionsAbout = async (id: string) => {
  const rows = await service.ctx.db.query<{ action: string }>(
    'select action from audit_log where subject_id = $1 order by at, action',
    [id],
  )
  return rows.map(({ action }) => action)
}
/** Until the service has dealt with a number of requests of an account. */
const requestsServed = (id: string, count: number) =>
  until(async () => {
    const served = (await actionsAbout(id)).filter((action) => action === 'auth.password_reset_requested')
    return served.length === count
  }, 20_000)

/** Asks for a link and takes its token from the mail. */
async function tokenByMail(email: string): Promise<string> {
  const known = mailsTo(email).length
  assert.deepEqual((await forgot(email)).body, { success: true, data: { mail: true } })
  const mail = await until(() => mailsTo(email)[known], 20_000)
  const [, token = ''] = /https:\/\/care\.example\.org\/reset-password#([\w-]{43})\s/.exec(mail.text) ?? []
  assert.ok(token, mail.text)
  return token
}

function assertOver({ status, body, headers }: Answer) {
  assert.deepEqual([status, body.error, body.details], [400, oneMessage, { token: oneMessage }])
  assert.deepEqual([body.token, headers['set-cookie']], [undefined, undefined])
}

test('the link in the mail sets the password, ends all sessions and signs in as a login does', async () => {
  const rosa = await service.signUp()
  const other = (await service.logIn(rosa.email)).body.token
  for (const session of [rosa.token, other]) assert.equal(await meStatus(session), 200)
  const token = await tokenByMail(rosa.email)
  const { status, body, headers } = await reset(token)
  const login = await service.logIn(rosa.email, newPassword)
  assert.deepEqual([status, body.data], [200, login.body.data])
  assert.deepEqual(Object.keys(body), Object.keys(login.body))
  assert.match(String(headers['set-cookie']), new RegExp(`^session=${body.token};`))
  for (const session of [rosa.token, other]) assert.equal(await meStatus(session), 401)
  assert.equal(await meStatus(body.token), 200)
  assert.equal((await service.logIn(rosa.email)).status, 401)
})

test('only a hash of the token is stored, and neither log contains it', async () => {
  const rosa = await service.signUp()
  const token = await tokenByMail(rosa.email)
  const [row] = await service.ctx.db.query<{ hash: Buffer }>(
    'select token_hash as hash from password_resets where user_id = $1',
    [rosa.id],
  )
  assert.deepEqual(row?.hash, createHash('sha256').update(token).digest())
  await reset(token)
  const made = await makeLink(rosa.id)
  const audit = JSON.stringify(await service.ctx.db.query('select * from audit_log'))
  for (const secret of [token, made.body.data.token]) {
    assert.ok(!audit.includes(secret))
    assert.ok(!service.logLines.some((line) => line.includes(secret)))
  }
  assert.deepEqual(await actionsAbout(rosa.id), [
    'auth.password_reset_requested',
    'auth.password_reset',
    'password_reset.created',
  ])
})

describe('the answer does not show whether there is an account', () => {
  test('of nobody, an invited or an inactive person: the same, and no mail of a reset', async () => {
    const ana = await service.signUp()
    await edit(ana.id, { status: 'inactive' })
    const eva = { email: 'eva.reset@example.org', firstName: 'Eva', lastName: 'Sol' }
    const invited = await service.call('POST', '/caregivers', { token: admin, body: eva })
    const rosa = await service.signUp()
    const answers: Answer[] = []
    for (const email of ['nobody@example.org', eva.email, ana.email, ` ${rosa.email.toUpperCase()} `])
      answers.push(await forgot(email))
    for (const { status, text } of answers) assert.deepEqual([status, text], [200, answers[0]?.text])
    const names = answers.map(({ headers }) => Object.keys(headers).sort())
    for (const name of names) assert.deepEqual(name, names[0])
    await until(() => mailsTo(rosa.email).length === 1, 20_000)
    await requestsServed(ana.id, 1)
    await requestsServed(invited.body.data.id, 1)
    for (const email of ['nobody@example.org', ana.email]) assert.equal(mailsTo(email).length, 0)
    const [invitation, ...others] = mailsTo(eva.email)
    assert.match(invitation?.text ?? '', /https:\/\/care\.example\.org\/invitation#/)
    assert.deepEqual(others, [])
  })

  test('an address may ask five times in 15 minutes, whatever it asks for', async () => {
    const rosa = await service.signUp()
    for (const [ip, email] of [
      ['192.0.2.1', rosa.email],
      ['192.0.2.2', 'nobody@example.org'],
    ] as const) {
      const statuses: number[] = []
      for (let i = 0; i < 6; i++) statuses.push((await forgot(email, ip)).status)
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
    }
    assert.equal((await forgot(rosa.email, '192.0.2.3')).status, 200)
  })

  test('an account gets three mails an hour; more requests are answered alike, and the last link works', async () => {
    const rosa = await service.signUp()
    let token = ''
    for (let i = 0; i < 3; i++) token = await tokenByMail(rosa.email)
    for (let i = 0; i < 3; i++)
      assert.deepEqual((await forgot(rosa.email)).body, { success: true, data: { mail: true } })
    // Requests are served in their order, so those before this one have been dealt with.
    await tokenByMail((await service.signUp()).email)
    assert.equal(mailsTo(rosa.email).length, 3)
    assert.equal((await reset(token)).status, 200)
  })
})

describe('a link is used once', () => {
  test('of ten at once one succeeds, and that one chose the password', async () => {
    const rosa = await service.signUp()
    const token = await tokenByMail(rosa.email)
    const choices = Array.from({ length: 10 }, (_, i) => `Choice-No-${i}!`)
    const answers = await Promise.all(choices.map((password) => reset(token, password)))
    const chosen = answers.findIndex(({ status }) => status === 200)
    assert.notEqual(chosen, -1)
    for (const [i, answer] of answers.entries()) if (i !== chosen) assertOver(answer)
    assert.equal((await service.logIn(rosa.email, choices[chosen])).status, 200)
    assertOver(await reset(token))
  })

  test('and only the latest', async () => {
    const rosa = await service.signUp()
    const byMail = await tokenByMail(rosa.email)
    const first = (await makeLink(rosa.id)).body.data.token
    const second = (await makeLink(rosa.id)).body.data.token
    assertOver(await reset(byMail))
    assertOver(await reset(first))
    assert.equal((await reset(second)).status, 200)
  })
})

describe('a link is void', () => {
  const changes: [string, (rosa: { id: string; token: string; email: string }) => Promise<Answer>][] = [
    [
      'after a change of the password',
      ({ token }) => {
        const body = { currentPassword: goodPassword, newPassword, confirmPassword: newPassword }
        return service.call('POST', '/profile/password', { token, body })
      },
    ],
    ['after a change of the e-mail address', ({ id }) => edit(id, { email: `${id}@example.com` })],
    [
      'after a change of the role',
      ({ id }) =>
        service.call('POST', `/admin/users/${id}/role`, { token: admin, body: { role: 'CAREGIVER' } }),
    ],
    [
      'after a deactivation, also when the account is active again',
      async ({ id }) => {
        await edit(id, { status: 'inactive' })
        return edit(id, { status: 'active' })
      },
    ],
    [
      'after the account was deleted',
      ({ token }) => {
        return service.call('DELETE', '/profile/me', { token, body: { confirmation: true } })
      },
    ],
  ]
  for (const [title, change] of changes) {
    test(title, async () => {
      const rosa = await service.signUp()
      const { token } = (await makeLink(rosa.id)).body.data
      assert.equal((await change(rosa)).status, 200)
      assertOver(await reset(token, 'Third-Choice-3!'))
    })
  }

  test('but not after other changes', async () => {
    const rosa = await service.signUp()
    const { token } = (await makeLink(rosa.id)).body.data
    await edit(rosa.id, { phone: '+34 600 123 456', status: 'active' })
    assert.equal((await reset(token)).status, 200)
  })
})

describe('a bad request leaves the link open', () => {
  const bodies: [string, (token: string) => unknown, string[]][] = [
    ['a password that is too weak', (token) => ({ token, password: 'sunny' }), ['password']],
    ['no password', (token) => ({ token }), ['password']],
    ['a number as the token', () => ({ token: 1, password: newPassword }), ['token']],
    ['a list as the token', (token) => ({ token: [token], password: newPassword }), ['token']],
    ['a huge token', (token) => ({ token: token.repeat(1000), password: newPassword }), ['token']],
    ['a blank token', () => ({ token: ' ', password: newPassword }), ['token']],
    ['nothing', () => ({}), ['token', 'password']],
  ]
  for (const [title, body, fields] of bodies) {
    test(title, async () => {
      const rosa = await service.signUp()
      const { token } = (await makeLink(rosa.id)).body.data
      const refused = await service.call('POST', '/auth/reset-password', { body: body(token) })
      assert.deepEqual([refused.status, Object.keys(refused.body.details)], [400, fields])
      assert.equal(await meStatus(rosa.token), 200)
      assert.equal((await reset(token)).status, 200)
    })
  }

  test('an unknown token', async () => assertOver(await reset('x'.repeat(43))))

  test('an e-mail address that is none', async () => {
    for (const email of [undefined, 1, null, ['rosa@example.org'], 'rosa', `${'r'.repeat(300)}@example.org`])
      assert.equal((await forgot(email)).status, 400)
  })
})

describe('a link of an admin', () => {
  test('has the token, its address and when it ends', async () => {
    const rosa = await service.signUp()
    const { status, body } = await makeLink(rosa.id)
    const { token, expiresAt, ...rest } = body.data
    assert.deepEqual(
      [status, rest],
      [201, { kind: 'PASSWORD_RESET', url: `${publicUrl}/reset-password#${token}` }],
    )
    const hours = (Date.parse(expiresAt) - service.ctx.now().getTime()) / 3_600_000
    assert.ok(hours > 23.9 && hours <= 24)
    assert.equal(await meStatus(rosa.token), 200, 'making it ends no session')
  })

  test('is a new invitation for somebody who has not accepted yet', async () => {
    const body = { email: 'luis.reset@example.org', firstName: 'Luis', lastName: 'Gil' }
    const invited = (await service.call('POST', '/caregivers', { token: admin, body })).body.data
    const { data } = (await makeLink(invited.id)).body
    assert.deepEqual([data.kind, data.url], ['INVITATION', `${publicUrl}/invitation#${data.token}`])
    const accept = (token: string) =>
      service.call('POST', '/auth/accept-invitation', { body: { token, password: goodPassword } })
    assertOver(await reset(data.token))
    assert.equal((await accept(invited.invitation.token)).status, 400)
    assert.equal((await accept(data.token)).status, 200)
    assert.ok((await actionsAbout(invited.id)).includes('invitation.renewed'))
  })

  test('is refused for an inactive account, an unknown one, and what is no id', async () => {
    const rosa = await service.signUp()
    await edit(rosa.id, { status: 'inactive' })
    assert.equal((await makeLink(rosa.id)).status, 409)
    assert.equal((await makeLink('00000000-0000-4000-8000-000000000000')).status, 404)
    assert.equal((await makeLink('rosa')).status, 400)
  })
})

test('a mail that is refused is in the audit log', async () => {
  const rosa = await service.signUp()
  refusal = 550
  assert.equal((await forgot(rosa.email)).status, 200)
  await until(async () => (await actionsAbout(rosa.id)).includes('auth.password_reset_not_sent'), 20_000)
  refusal = undefined
})

describe('a link expires', () => {
  const lifetimes: [string, string, string, (person: { id: string; email: string }) => Promise<string>][] = [
    ['from a mail, after an hour', '59m', '61m', ({ email }) => tokenByMail(email)],
    [
      'from an admin, after 24 hours',
      '1439m',
      '1441m',
      async ({ id }) => {
        const { token } = (await service.logIn(adminAccount.email, adminAccount.password)).body
        return (await makeLink(id, token)).body.data.token
      },
    ],
  ]
  for (const [title, inTime, late, make] of lifetimes) {
    test(title, async () => {
      const rosa = await service.signUp()
      const early = await make(rosa)
      service.advance(inTime)
      assert.equal((await reset(early)).status, 200)
      const luis = await service.signUp()
      const over = await make(luis)
      service.advance(late)
      assertOver(await reset(over))
    })
  }

  test('and is deleted with expired sessions', async () => {
    const { token } = (await service.logIn(adminAccount.email, adminAccount.password)).body
    await makeLink((await service.signUp()).id, token)
    service.advance('25h')
    const fresh = (await service.logIn(adminAccount.email, adminAccount.password)).body.token
    const body = { task: 'cleanup_sessions' }
    assert.equal((await service.call('POST', '/admin/maintenance', { token: fresh, body })).status, 200)
    assert.deepEqual(await service.ctx.db.query('select 1 from password_resets'), [])
  })
})

describe('an installation without mail', () => {
  const plain = useSteadyService()

  test('says so, records the request, and an admin makes the link', async () => {
    const rosa = await plain.signUp()
    const body = { email: rosa.email }
    const answer = await plain.call('POST', '/auth/forgot-password', { body })
    assert.deepEqual([answer.status, answer.body.data], [200, { mail: false }])
    const requests = () =>
      plain.ctx.db.query('select 1 from audit_log where subject_id = $1 and action = $2', [
        rosa.id,
        'auth.password_reset_requested',
      ])
    await until(async () => (await requests()).length === 1, 20_000)
    assert.deepEqual(await plain.ctx.db.query('select 1 from password_resets'), [])
    const path = `/admin/users/${rosa.id}/password-reset`
    const { data } = (await plain.call('POST', path, { token: await plain.adminToken() })).body
    assert.equal(data.url, null)
    const done = await plain.call('POST', '/auth/reset-password', {
      body: { token: data.token, password: newPassword },
    })
    assert.equal(done.status, 200)
  })
})
