import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { tasks } from '../../src/app/jobs/tasks.ts'
import { countRows, tally, times } from '../support/readings.ts'
import { type Answer, adminAccount, goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const logIn = (email: string, ip: string, password = goodPassword) =>
  service.call('POST', '/auth/login', { ip, body: { email, password } })
const guess = (email: string, ip: string) => logIn(email, ip, 'Wrong-Pass-1!')

let networks = 0
/** A /48 that nobody has used yet. */
const freshSite = () => `2001:db8:${(++networks).toString(16)}`
/** An IPv4 address in a /24 that nobody has used yet. */
const freshAddress = () => `198.18.${++networks}.7`

/** Guesses ten times from each of fifteen /64s of one /48, as the limit by address allows. */
async function attack(email: string, site = freshSite()): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let i = 0; i < 60; i++) answers.push(await guess(email, `${site}:${i % 15}::1`))
  return answers
}

function assertThrottled({ status, body, headers }: Answer, longest: number) {
  assert.deepEqual([status, Object.keys(body)], [429, ['success', 'error', 'code', 'details']])
  assert.match(body.error, /15 minutes/)
  const retryAfter = Number(headers['retry-after'])
  assert.ok(retryAfter >= 1 && retryAfter <= longest, `retry after ${retryAfter} s`)
}

const linesAbout = (action: string, id: string) =>
  countRows(service, 'audit_log where action = $1 and subject_id = $2', [action, id])

describe('an account under attack from many addresses', () => {
  test('answers twenty guesses, then 429, and leaves a line for that', async () => {
    const rosa = await service.signUp()
    const answers = await attack(rosa.email)
    assert.deepEqual(tally(answers), { 401: 20, 429: 40 })
    for (const answer of answers.slice(20)) assertThrottled(answer, 900)
    assert.equal(await linesAbout('auth.sign_in_failed', rosa.id), 20)
    assert.equal(await linesAbout('auth.sign_ins_throttled', rosa.id), 1)
  })

  test('stays open to addresses that it was signed in to from', async () => {
    const rosa = await service.signUp()
    const [home, phone] = [freshAddress(), `${freshSite()}:1::1`]
    for (const ip of [home, phone]) assert.equal((await logIn(rosa.email, ip)).status, 200)
    await attack(rosa.email)
    assert.equal((await logIn(rosa.email, home)).status, 200)
    assert.equal((await logIn(rosa.email, phone.replace('::1', '::2'))).status, 200)
    assert.equal((await guess(rosa.email, home)).status, 401)
    assert.equal((await logIn(rosa.email, home)).status, 200)
  })

  test('even where the attacker sits in the same network', async () => {
    const rosa = await service.signUp()
    const site = freshSite()
    assert.equal((await logIn(rosa.email, `${site}:ff::1`)).status, 200)
    await attack(rosa.email, site)
    assert.equal((await logIn(rosa.email, `${site}:ff::1`)).status, 200)
  })

  test('and to its owner at a new one, which is known from then on', async () => {
    const rosa = await service.signUp()
    await attack(rosa.email)
    const ip = freshAddress()
    assert.equal((await logIn(rosa.email, ip)).status, 200)
    assert.equal((await logIn(rosa.email, ip)).status, 200)
  })

  test('but lets new networks try one after the other, and each once', async () => {
    const rosa = await service.signUp()
    await attack(rosa.email)
    const addresses = Array.from({ length: 30 }, freshAddress)
    const answers = await times(30, (i) => guess(rosa.email, addresses[i] ?? ''))
    assert.deepEqual(tally(answers), { 401: 1, 429: 29 })
    for (const answer of answers) if (answer.status === 429) assertThrottled(answer, 5)
    const tried = addresses[answers.findIndex(({ status }) => status === 401)] ?? ''
    const { status, headers } = await logIn(rosa.email, tried.replace(/7$/, '200'))
    assert.equal(status, 429)
    assert.ok(Number(headers['retry-after']) > 800)
  })

  test('is as it was after a quarter of an hour, however much was refused meanwhile', async () => {
    const rosa = await service.signUp()
    const site = freshSite()
    await attack(rosa.email, site)
    service.advance('14m')
    assertThrottled(await logIn(rosa.email, `${site}:99::1`), 60)
    service.advance('1m')
    assert.equal((await logIn(rosa.email, `${site}:99::1`)).status, 200)
  })

  test('is indistinguishable from an address that nobody has', async () => {
    const nobody = `${randomUUID()}@example.org`
    const rosa = await service.signUp()
    const site = freshSite()
    const [real, unreal] = [await attack(rosa.email), await attack(nobody, site)]
    const seen = (answers: Answer[]) => answers.map(({ status, text }) => [status, text])
    assert.deepEqual(seen(real), seen(unreal))
    assertThrottled(await guess(` ${nobody.toUpperCase()}`, `${site}:99::1`), 900)
  })

  test('does not close another account to the same addresses', async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp()]
    const site = freshSite()
    await attack(rosa.email, site)
    assert.equal((await logIn(luis.email, `${site}:77::1`)).status, 200)
  })
})

test('right passwords from many addresses throttle nobody', async () => {
  const rosa = await service.signUp()
  const answers = await times(30, () => logIn(rosa.email, freshAddress()))
  assert.deepEqual(tally(answers), { 200: 30 })
})

test('an address is known for ninety days, and only the last twenty are', async () => {
  const rosa = await service.signUp()
  const addresses = Array.from({ length: 21 }, freshAddress)
  for (const ip of addresses) {
    service.advance('1s')
    assert.equal((await logIn(rosa.email, ip)).status, 200)
  }
  assert.equal(await countRows(service, 'sign_in_addresses where user_id = $1', [rosa.id]), 20)
  const [oldest = '', ...others] = addresses
  await attack(rosa.email)
  // Wrong and in a network of its own, so that it finds out whether the address is known without making it so.
  const isKnown = async (ip: string) => {
    await times(2, () => guess(rosa.email, freshAddress()))
    return (await guess(rosa.email, ip)).status === 401
  }
  assert.equal(await isKnown(oldest), false)
  assert.equal(await isKnown(others[0] ?? ''), true)
  service.advance('90d')
  await attack(rosa.email)
  assert.equal(await isKnown(others[5] ?? ''), false)
})

test('what counts no more is cleaned up, and goes with the person', async () => {
  const [rosa, luis] = [await service.signUp(), await service.signUp()]
  await guess(rosa.email, freshAddress())
  service.advance('91d')
  assert.equal((await logIn(luis.email, freshAddress())).status, 200)
  await tasks.cleanup_sessions(service.ctx, { dryRun: false })
  assert.equal(await countRows(service, 'sign_in_failures', []), 0)
  const addressesOf = (id: string) => countRows(service, 'sign_in_addresses where user_id = $1', [id])
  assert.deepEqual([await addressesOf(rosa.id), await addressesOf(luis.id)], [0, 1])
  const token = await service.adminToken()
  await service.call('DELETE', `/admin/users/${luis.id}`, { token })
  assert.equal(await addressesOf(luis.id), 0)
})

test('the database holds no address in plain', async () => {
  const rosa = await service.signUp()
  const ip = freshAddress()
  await logIn(rosa.email, ip)
  const [row] = await service.ctx.db.query<{ text: string }>(
    'select string_agg(t::text, $1) as text from sign_in_addresses as t',
    [' '],
  )
  assert.ok(row?.text.includes(rosa.id) && !row.text.includes(ip))
})

describe('a /48 of IPv6', () => {
  test('has a hundred logins in five minutes, to whichever accounts', async () => {
    const site = freshSite()
    const spray = (i: number) =>
      service.call('POST', '/auth/login', {
        ip: `${site}:${i % 15}::1`,
        body: { email: `${randomUUID()}@example.org` },
      })
    const answers: Answer[] = []
    for (let i = 0; i < 110; i++) answers.push(await spray(i))
    assert.deepEqual(tally(answers), { 400: 100, 429: 10 })
    const last = answers.at(-1) ?? assert.fail()
    assert.equal(last.headers['retry-after'], '900')
    assert.equal((await logIn(adminAccount.email, `${site}:fffe::1`)).status, 429)
    assert.equal((await guess(adminAccount.email, `${freshSite()}:1::1`)).status, 401)
  })

  test('leaves the ten of each /64 and of each IPv4 address as they are', async () => {
    for (const ip of [`${freshSite()}:1::1`, freshAddress()]) {
      const answers: Answer[] = []
      for (let i = 0; i < 11; i++) answers.push(await service.call('POST', '/auth/login', { ip, body: {} }))
      assert.deepEqual(tally(answers), { 400: 10, 429: 1 })
      assert.equal(answers[0]?.headers['x-ratelimit-limit'], '10')
    }
  })
})

describe('guesses at the current password', () => {
  const change = (token: string, currentPassword: string, newPassword = 'Rainy-Day-43!') =>
    service.call('POST', '/profile/password', {
      token,
      body: { currentPassword, newPassword, confirmPassword: newPassword },
    })

  test('are ten for a session, which leaves the owner another one', async () => {
    const rosa = await service.signUp()
    const stolen = (await logIn(rosa.email, freshAddress())).body.token
    assert.deepEqual(tally(await times(15, () => change(stolen, 'Wrong-Pass-1!'))), { 400: 10, 429: 5 })
    const refused = await change(stolen, goodPassword)
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '900'])
    assert.equal((await change(rosa.token, goodPassword)).status, 200)
    assert.equal((await service.call('GET', '/me', { token: stolen })).status, 401)
  })
})

describe('with RATE_LIMIT_LOGIN=off', () => {
  const open = useSteadyService({ RATE_LIMIT_LOGIN: 'off' })

  test('nothing is throttled', async () => {
    const rosa = await open.signUp()
    const body = { email: rosa.email, password: 'Wrong-Pass-1!' }
    for (let i = 0; i < 30; i++)
      assert.equal((await open.call('POST', '/auth/login', { ip: '192.0.2.1', body })).status, 401)
    assert.equal((await open.logIn(rosa.email)).status, 200)
  })
})
