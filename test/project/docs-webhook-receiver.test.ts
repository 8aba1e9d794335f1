import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findFreePort } from '../../harness/free-port.ts'
import { exitOf, killNow, makeFolder } from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { fencesOf } from '../support/documents.ts'
import { adminAccount, useService } from '../support/service.ts'

const service = useService({ ALLOW_PRIVATE_TARGETS: 'on', RATE_LIMIT_LOGIN: 'off' })

const page = readFileSync(join(import.meta.dirname, '../../docs/notifications.md'), 'utf8')
const [example = ''] = fencesOf(page, 'js').filter((block) => block.startsWith('// receiver.mjs'))

test('the webhook receiver of the notifications page runs in an empty folder and verifies signatures', async (t) => {
  assert.ok(example, 'the page has no block that begins with // receiver.mjs')
  const folder = makeFolder()
  writeFileSync(join(folder, 'receiver.mjs'), example)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const { body } = await service.logIn(adminAccount.email, adminAccount.password)
  const asAdmin = { token: body.token as string }
  const created = await service.call('POST', '/admin/webhooks', { ...asAdmin, body: { url } })
  assert.equal(created.status, 201, created.text)
  const { id, secret } = created.body.data

  const env = { PATH: process.env.PATH, WEBHOOK_SECRET: secret, RECEIVER_PORT: String(port) }
  const receiver = spawn(process.execPath, ['receiver.mjs'], { cwd: folder, env })
  const ended = exitOf(receiver)
  t.after(async () => {
    killNow(receiver.pid ?? 0)
    await ended
  })
  let output = ''
  receiver.stdout.on('data', (chunk) => (output += chunk))
  receiver.stderr.on('data', (chunk) => (output += chunk))
  await until(() => output.includes(`Listening on port ${port}`), 60_000, 'the start of the receiver')

  const sent = await service.call('POST', `/admin/webhooks/${id}/test`, asAdmin)
  assert.equal(sent.body.data.state, 'SENT', sent.text)
  await until(
    () => output.includes(`${sent.body.data.deliveryId} {"type":"test"`),
    10_000,
    'the line of the message',
  )

  const rotated = await service.call('POST', `/admin/webhooks/${id}/rotate`, asAdmin)
  assert.equal(rotated.status, 200, rotated.text)
  const sentAgain = await service.call('POST', `/admin/webhooks/${id}/test`, asAdmin)
  assert.equal(sentAgain.body.data.state, 'SENT', 'the old secret is still valid')

  const now = Math.floor(Date.now() / 1000)
  for (const headers of [
    {},
    { 'webhook-id': 'a', 'webhook-timestamp': `${now}`, 'webhook-signature': `v1,${'A'.repeat(43)}=` },
    { 'webhook-id': 'a', 'webhook-timestamp': `${now - 600}`, 'webhook-signature': 'v1,' },
  ])
    assert.equal((await fetch(url, { method: 'POST', body: '{}', headers })).status, 401)
})
