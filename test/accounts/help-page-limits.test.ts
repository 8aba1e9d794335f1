import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { makeCircle } from '../support/people.ts'
import { countRows, type Person, tally, times } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService({ RATE_LIMIT_SIGNUP: 'off' })

const ip = '192.0.2.7'
const page = { 'x-requested-with': 'XMLHttpRequest' }

async function allow({ token }: Person): Promise<string> {
  const { headers, text, status } = await service.call('POST', '/help-page', { token })
  assert.equal(status, 201, text)
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

describe('help pages', () => {
  test('read as often as they need to, and leave the others at their address what they have', async () => {
    const { patient, neighbour, caregiver } = await makeCircle(service)
    const cookies = [await allow(patient), await allow(neighbour)]
    const read = (cookie = '') => service.call('GET', '/help-page', { ip, headers: { cookie, ...page } })
    for (const cookie of cookies) assert.deepEqual(tally(await times(60, () => read(cookie))), { 200: 60 })
    assert.equal((await service.call('GET', '/patients', { ip, token: caregiver.token })).status, 200)
    assert.equal((await read(cookies[0])).status, 429)
    // A call is never refused, and calling one off waits.
    const body = { callId: randomUUID() }
    const headers = { cookie: cookies[0] ?? '', ...page }
    assert.equal((await service.call('POST', '/sos', { headers, body })).status, 201)
    assert.equal((await service.call('POST', `/sos/${body.callId}/ok`, { headers })).status, 429)
    // Those without a credential count by address.
    assert.ok((tally(await times(120, () => read()))[429] ?? 0) > 0)
  })

  test('are allowed twenty times an hour, and a browser that was keeps its credential', async () => {
    const rosa = await service.signUp()
    const entries = () =>
      countRows(service, `audit_log where action = 'auth.help_page_allowed' and actor_id = $1`, [rosa.id])
    const post = (headers: Record<string, string> = {}) =>
      service.call('POST', '/help-page', { token: rosa.token, ip: '192.0.2.8', headers })
    const first = await post()
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
    const again = await post({ cookie, ...page })
    assert.equal(String(again.headers['set-cookie']).split(';')[0], cookie)
    assert.equal(await entries(), 1)
    assert.deepEqual(tally(await times(20, () => post())), { 201: 18, 429: 2 })
    assert.equal(await entries(), 19)
  })

  test('keep the last thousand calls of a patient', async () => {
    const rosa = await service.signUp()
    await service.ctx.db.query(
      `insert into help_calls (patient_id, id, received_at)
       select $1, gen_random_uuid(), $2::timestamptz - n * interval '1 second' from generate_series(1, 1100) n`,
      [rosa.id, service.ctx.now()],
    )
    const body = { callId: randomUUID() }
    assert.equal((await service.call('POST', '/sos', { token: rosa.token, body })).status, 201)
    assert.equal(await countRows(service, 'help_calls where patient_id = $1', [rosa.id]), 1001)
    assert.equal((await service.call('POST', '/sos', { token: rosa.token, body })).status, 200)
  })
})
