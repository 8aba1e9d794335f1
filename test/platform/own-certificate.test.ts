import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, request } from 'node:https'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { exitOf, launchOnTerminal, makeFolder, needsTerminal } from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { isConsoleBuilt } from '../../src/app/console/console-files.ts'
import { createHttpServers } from '../../src/platform/http/server.ts'
import { keepOwnCertificate, lanAddresses } from '../../src/platform/tls/own-certificate.ts'
import { createTestDatabase } from '../support/database.ts'
import { openTls } from '../support/tls.ts'

const database = await createTestDatabase()
after(database.drop)

const admin = { ADMIN_EMAIL: 'ana@example.org', ADMIN_PASSWORD: 'First-Admin-1!' }

test(
  'npm start -- --https serves a certificate of its own, and shows a phone where',
  needsTerminal,
  async () => {
    const dataDir = makeFolder()
    const child = launchOnTerminal({
      ...{ DATABASE_URL: database.url, DATA_DIR: dataDir, HOST: '0.0.0.0', TLS_OWN_CERTIFICATE: 'on' },
      ...{ NODE_ENV: 'production', JWT_SECRET: 'a-secret-for-tests-of-32-bytes-or-more', ...admin },
    })
    const ended = exitOf(child)
    const console = await until(
      () => /Explorer +(https:\S+)\/docs/.exec(child.text())?.[1],
      60_000,
      'the banner',
    )
    await until(() => /^ {2}Data /m.test(child.text()), 60_000, 'the end of the banner')
    const [lan] = lanAddresses()
    const { port } = new URL(console)
    // A service without its console has nothing to show on a phone.
    if (isConsoleBuilt())
      await until(
        () => /^ {2}Phone +(\S+)/m.exec(child.text())?.[1] === (lan ? `https://${lan}:${port}/` : 'no'),
      )
    if (isConsoleBuilt() && lan) await until(() => child.text().includes('\x1b[97;40m█'))

    // A client that knows the certificate checks the name as well.
    const ca = readFileSync(join(dataDir, 'https-certificate.pem'))
    for (const host of ['localhost', '127.0.0.1', ...(lan ? [lan] : [])]) {
      const [response] = await once(get(`https://${host}:${port}/api/health`, { ca }), 'response')
      assert.equal(response.statusCode, 200)
      assert.equal(response.headers['strict-transport-security'], undefined)
      response.resume()
    }
    const login = request(`https://localhost:${port}/api/auth/login`, {
      ...{ ca, method: 'POST', headers: { 'content-type': 'application/json' } },
    })
    login.end(JSON.stringify({ email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }))
    const [response] = await once(login, 'response')
    assert.equal(response.statusCode, 200, JSON.stringify(await json(response)))
    assert.match(
      String(response.headers['set-cookie']),
      /^__Host-session=.+; HttpOnly; Secure; SameSite=Strict/,
    )
    child.pressCtrlC()
    assert.equal(await ended, 0)
  },
)

test('a certificate that is renewed is that of the next connection', async () => {
  const now = new Date()
  const [first, second] = [keepOwnCertificate(makeFolder(), now), keepOwnCertificate(makeFolder(), now)]
  const servers = createHttpServers({ tls: first, guard: (listener) => listener })
  const server = servers.create((_, response) => response.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const seen = async () => {
    const socket = await openTls(port)
    const { raw } = socket.getPeerCertificate()
    socket.destroy()
    return raw.toString('base64')
  }
  const inPem = ({ cert }: { cert: string }) => cert.replace(/-----.+-----|\n/g, '')
  assert.equal(await seen(), inPem(first))
  servers.renewTls(second as never)
  assert.equal(await seen(), inPem(second))
  server.close()
  await servers.drained()
})
