// A first session with the README and the guides must get along with five signups, and a second pass with none.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { fencesOf } from './support/documents.ts'
import { countRows } from './support/readings.ts'
import { adminAccount, useService } from './support/service.ts'

const skip = spawnSync('bash', ['--version']).status !== 0 && 'there is no bash'
const service = useService({ RATE_LIMIT_SIGNUP: '5/15m', RATE_LIMIT_LOGIN: 'off' })
let url = ''

const blocksOf = (page: string) =>
  fencesOf(readFileSync(join(import.meta.dirname, '../docs', page), 'utf8'), 'sh')

const [gettingStarted = ''] = blocksOf('getting-started.md')
const [deviceQuickStart = ''] = blocksOf('connect-a-device.md')
// Helpers, "Sign up and log in" and the invitation of "Assign a patient".
const guide = blocksOf('api-guide.md').slice(0, 3).join('\n')

/** paste runs lines as in a shell at a terminal: one that fails does not keep the next from running. */
async function paste(lines: string): Promise<{ out: string; errors: string }> {
  url ||= await service.app.listen({ host: '127.0.0.1', port: 0 })
  const { email, password } = adminAccount
  const env = { ...process.env, API: `${url}/api`, ADMIN_EMAIL: email, ADMIN_PASSWORD: password }
  const shell = spawn('bash', ['-c', lines], { env })
  const [out, errors] = await Promise.all([text(shell.stdout), text(shell.stderr)])
  return { out, errors }
}

describe('the accounts of the guides', { skip }, () => {
  test('of a first session, three signups are enough', async () => {
    const first = await paste(gettingStarted)
    assert.match(first.out, /"fallDetected":false/)
    assert.equal(first.errors, '')
    const device = await paste(deviceQuickStart)
    assert.match(device.out, /^fwk_/)
    const api = await paste(`${guide}\necho "$ROSA_ID $ANA_ID $LUIS_ID"`)
    assert.match(api.out, /^[\da-f-]{36} [\da-f-]{36} [\da-f-]{36}$/m)
    assert.equal(await countRows(service, `users where role <> 'ADMIN'`, []), 4)
  })

  test('are used again by the passes after it, also when no signup is left', async () => {
    for (const pass of [2, 3]) {
      const { out, errors } = await paste(`${guide}\necho "$ROSA_ID $ANA_ID $LUIS_ID"`)
      assert.match(out, /^[\da-f-]{36} [\da-f-]{36} [\da-f-]{36}$/m, `pass ${pass}`)
      if (pass === 3) assert.match(errors, /Too many signup attempts/)
    }
    const { out } = await paste(deviceQuickStart)
    assert.match(out, /^fwk_/)
  })

  test('that cannot be created say why', async () => {
    const { errors } = await paste(deviceQuickStart.replaceAll('rosa@', 'somebody.else@'))
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
