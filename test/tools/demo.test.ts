import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findFreePort } from '../../harness/free-port.ts'
import { playDemo } from '../../tools/demo/play.ts'
import { openReceivers, type Receivers } from '../../tools/demo/receivers.ts'
import { createStage } from '../../tools/demo/stage.ts'
import { openTerminal } from '../../tools/terminal.ts'
import { adminAccount, TestService } from '../support/service.ts'

let receivers: Receivers
let service: TestService
let port: number
before(async () => {
  receivers = await openReceivers()
  port = await findFreePort()
  service = new TestService({
    ...receivers.settings,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    RATE_LIMIT_SENSOR: 'off',
  })
  await service.start()
})
after(async () => {
  await service?.stop()
  await receivers?.stop()
})

test('the demo shows each message from the fall to its end, and of a button in a bathroom, and ends well', async () => {
  const url = await service.app.listen({ host: '127.0.0.1', port })
  service.engine.start()
  let text = ''
  const stage = createStage(openTerminal({ write: (chunk) => (text += chunk) }, {}))
  const { isWell } = await playDemo({
    stage,
    url,
    receivers,
    admin: adminAccount,
    signal: AbortSignal.timeout(180_000),
    stepSeconds: 1,
    readingSeconds: 0,
    speed: 10,
  })
  assert.ok(isWell, text)
  const plain = text.replace(/\s+/g, ' ')
  for (const shown of [
    'push to Ana Somebody may have fallen. Rosa Marín may have fallen.',
    'e-mail to Ana Somebody may have fallen. Open Fallwatch',
    'ntfy to Eva Somebody may have fallen. Open Fallwatch',
    'push to Ana Handled. Eva Sanz is on it (Rosa Marín).',
    'e-mail to Ana Handled. Somebody is on it.',
    'ntfy to Eva You are on it.',
    'resolved Eva Sanz: A bruised knee.',
    'The response to the cord: a call for help, opened',
    'push to Ana Somebody asks for help. Rosa Marín asks for help.',
    'The incident: SOS, RESOLVED, HELP_GIVEN',
  ])
    assert.ok(plain.includes(shown), `${shown}\n${text}`)
  assert.doesNotMatch(text, / to Admin /)
})
