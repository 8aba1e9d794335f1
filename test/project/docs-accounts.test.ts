// A first pass through the guides needs at most five signups, and a second one none.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { fencesOf } from '../support/documents.ts'
import { countRows } from '../support/readings.ts'
import { adminAccount, useService } from '../support/service.ts'

const skip =
  spawnSync('bash', ['--version']).status !== 0 && 'there is no bash on this machine: apt install bash'
// A person takes longer than a minute to paste the guides.
const service = useService({
  RATE_LIMIT_GLOBAL: '1000/1m',
  RATE_LIMIT_SIGNUP: '5/15m',
  RATE_LIMIT_LOGIN: 'off',
  RATE_LIMIT_SENSOR: 'off',
})
let url = ''

const blocksOf = (page: string) =>
  fencesOf(readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8'), 'sh')

const [gettingStarted = ''] = blocksOf('getting-started.md')
const [deviceQuickStart = ''] = blocksOf('connect-a-device.md')
const apiGuide = ['api-guide.md', 'api-guide-records.md']
  .map((page) => readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8'))
  .join('\n')
/** All that can be repeated: the last sections provoke errors and delete the accounts. */
const guide = fencesOf(apiGuide.slice(0, apiGuide.indexOf('\n## Errors\n')), 'sh').join('\n')

/** Runs lines as in a shell at a terminal: one that fails does not keep the next from running. */
async function paste(lines: string): Promise<{ out: string; errors: string }> {
  url ||= await service.app.listen({ host: '127.0.0.1', port: 0 })
  const { email, password } = adminAccount
  const env = { ...process.env, API: `${url}/api`, ADMIN_EMAIL: email, ADMIN_PASSWORD: password }
  // Without a limit for devices there is nothing to wait for.
  const shell = spawn('bash', ['-c', `sleep() { :; }\n${lines}`], { env })
  const [out, errors] = await Promise.all([text(shell.stdout), text(shell.stderr)])
  return { out, errors }
}

const threeIds = /^[\da-f-]{36} [\da-f-]{36} [\da-f-]{36}$/m
const pasteGuide = () => paste(`${guide}\necho "$ROSA_ID $ANA_ID $LUIS_ID"`)
const countSignups = () => countRows(service, `audit_log where action = 'auth.signed_up'`, [])

describe('the accounts of the guides', { skip }, () => {
  test('of a first session, three signups are enough', async () => {
    const first = await paste(gettingStarted)
    assert.match(first.out, /"fallDetected":false/)
    assert.equal(first.errors, '')
    const device = await paste(deviceQuickStart)
    assert.match(device.out, /^fwk_/)
    const api = await pasteGuide()
    assert.match(api.out, threeIds)
    assert.equal(await countSignups(), 3)
    assert.equal(await countRows(service, `users where role <> 'ADMIN'`, []), 4)
    // The logins of accounts that do not exist yet, and nothing else.
    const refusals = api.errors.match(/No \w+ in the response: .*/g) ?? []
    assert.equal(refusals.length, 3, api.errors)
    for (const refusal of refusals) assert.match(refusal, /No token .*Invalid email or password/)
  })

  test('are used again by a second pass, without a signup and without an error', async () => {
    const { out, errors } = await pasteGuide()
    assert.equal(errors, '')
    assert.match(out, threeIds)
    assert.match(out, /"fallDetected":true/)
    const device = await paste(deviceQuickStart)
    assert.match(device.out, /^fwk_/)
    assert.equal(await countSignups(), 3)
    assert.equal(await countRows(service, `users where role <> 'ADMIN'`, []), 4)
  })

  test('that cannot be created say why', async () => {
    const signUpAs = (name: string) => paste(deviceQuickStart.replaceAll('rosa@', `${name}@`))
    for (const name of ['first', 'second']) assert.match((await signUpAs(name)).out, /^fwk_/)
    const { errors } = await signUpAs('third')
    assert.match(errors, /No token in the response: .*Too many signup attempts/)
  })

  test('the helper is the same on every page', () => {
    const helpers = [gettingStarted, deviceQuickStart, guide].map(
      (block) => /^field\(\) \{.*?^\}$/ms.exec(block)?.[0],
    )
    assert.ok(helpers[0])
    assert.equal(new Set(helpers).size, 1)
  })
})
