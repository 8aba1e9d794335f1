import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, before, test } from 'node:test'
import { findFreePort } from '../../harness/free-port.ts'
import { type HttpReceiver, startHttpReceiver } from '../../harness/http-receiver.ts'
import { exitOf, killNow } from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { builtFile } from '../runner/built-file.ts'
import { act, incidentsOf } from '../support/incidents.ts'
import { reportFall } from '../support/people.ts'
import { assign } from '../support/readings.ts'
import { adminAccount, goodPassword, TestService } from '../support/service.ts'

const example = builtFile('examples/sms-webhook/receiver.ts')

let provider: HttpReceiver
let isProviderUp = true
let service: TestService
before(async () => {
  provider = await startHttpReceiver((response) => response.writeHead(isProviderUp ? 200 : 500).end())
  service = new TestService({ ALLOW_PRIVATE_TARGETS: 'on', RATE_LIMIT_LOGIN: 'off' })
  await service.start()
})
after(async () => {
  await service?.stop()
  await provider?.stop()
})

test('the example receiver sends an incident to a phone, once, if nobody has answered', async (t) => {
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
  const port = await findFreePort()
  const asAdmin = { token: (await service.logIn(adminAccount.email, adminAccount.password)).body.token }
  const created = await service.call('POST', '/admin/webhooks', {
    ...asAdmin,
    body: { url: `http://127.0.0.1:${port}` },
  })
  assert.equal(created.status, 201, created.text)
  const rosa = await service.signUp()
  const ana = await service.signUp({ role: 'CAREGIVER', firstName: 'Ana', lastName: 'Gil' })
  await assign(service, ana.id, rosa.id)
  const child = spawn(process.execPath, [example], {
    env: {
      PATH: process.env.PATH,
      RECEIVER_PORT: String(port),
      WEBHOOK_SECRET: created.body.data.secret,
      FALLWATCH_API: `${url}/api`,
      FALLWATCH_EMAIL: ana.email,
      FALLWATCH_PASSWORD: goodPassword,
      PROVIDER_URL: `${provider.url}/messages`,
      PROVIDER_KEY: 'secret',
      PROVIDER_TO: '+34600123456',
    },
  })
  const ended = exitOf(child)
  t.after(async () => {
    killNow(child.pid ?? 0)
    await ended
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  await until(() => output.includes('Listening'), 60_000, 'the start of the receiver')
  assert.match(output, /address: '127\.0\.0\.1'/, 'nobody else reaches it unless told otherwise')
  const forged = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{}' })
  assert.equal(forged.status, 401)

  isProviderUp = false
  await reportFall(service, rosa)
  service.advance('3m')
  await service.engine.runDue()
  isProviderUp = true
  service.advance('10s')
  await service.engine.runDue()
  const [failed, sent, ...others] = provider.requests
  assert.deepEqual(others, [])
  assert.deepEqual(JSON.parse(String(sent?.body)), {
    to: '+34600123456',
    message: 'FALL, HIGH. Nobody has answered yet. Open Fallwatch to see more.',
  })
  assert.equal(sent?.headers['idempotency-key'], failed?.headers['idempotency-key'])

  const [incident] = await incidentsOf(service, ana)
  assert.equal((await act(service, ana, incident.id, 'acknowledge')).status, 200)
  await service.engine.runDue()
  assert.equal(provider.requests.length, 2, 'the closing message sends nothing')
})
