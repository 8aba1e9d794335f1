import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readPostmaster } from '../src/db/embedded/postmaster.ts'
import { createEmptyDatabase } from './support/database.ts'
import {
  account,
  exitOf,
  healthOf,
  launch,
  makeFolder,
  post,
  removeFolder,
  type ServiceProcess,
  startProcess,
} from './support/process.ts'
import { makeStore } from './support/store.ts'
import { until } from './support/until.ts'

async function failsToStart(settings: Record<string, string>): Promise<string> {
  const child = launch(settings)
  assert.equal(await exitOf(child), 1)
  return child.text()
}

describe('the first start on an empty folder, and the one after it', () => {
  const dataDir = makeFolder()
  let second: ServiceProcess
  let admin: { email: string; password: string }
  let token: string
  let limitMs: number

  before(async () => {
    const first = await startProcess({ DATA_DIR: dataDir })
    const [, email = '', password = ''] = /E-mail +(\S+)\s+Password +(\S+)/.exec(first.output()) ?? []
    admin = { email, password }
    assert.equal((await post(`${first.url}/auth/login`, admin)).status, 200)
    token = await signUp(first)
    await first.end()
  })
  after(() => removeFolder(dataDir))

  test('the secrets in the data folder are for the owner only', () => {
    for (const file of ['jwt-secret', 'postgres/fallwatch.password', 'postgres/server.log']) {
      assert.equal(statSync(join(dataDir, file)).mode & 0o077, 0, file)
    }
  })

  test('the first admin is shown once, and the password works', async () => {
    const begunAt = Date.now()
    second = await startProcess({ DATA_DIR: dataDir })
    // On a busy machine two seconds are not enough to load the program, and how long that takes varies from start to start.
    limitMs = Math.max(2000, 2 * (Date.now() - begunAt))
    assert.doesNotMatch(second.output(), /admin/)
    assert.equal((await post(`${second.url}/auth/login`, admin)).status, 200)
  })

  test('the secrets outlive a restart', async () => {
    const me = await fetch(`${second.url}/me`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(me.status, 200)
  })

  test('a second service on the same folder is refused within two seconds, and the first one is unharmed', async () => {
    const startedAt = Date.now()
    const words = await failsToStart({ DATA_DIR: dataDir })
    const tookMs = Date.now() - startedAt
    assert.ok(tookMs < limitMs, `${tookMs} ms, of at most ${limitMs}`)
    assert.match(words, new RegExp(`process ${second.pid}\\) already runs on this data folder`))
    assert.equal(words.trim().split('\n').length, 1)
    assert.equal(await healthOf(second.url), 200)
    assert.equal((await post(`${second.url}/auth/login`, account(1))).status, 200)
  })

  test('SIGTERM lets the request under way finish, stops the embedded server and exits with 0', async () => {
    const body = JSON.stringify(account(2))
    const { port } = new URL(second.url)
    const answer = new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          `POST /api/auth/signup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 10)}`,
        )
        setTimeout(() => void second.end('SIGTERM'), 200)
        setTimeout(() => socket.write(body.slice(10)), 600)
      })
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })
    assert.match(await answer, /^HTTP\/1.1 201/)
    assert.equal(await second.ended, 0)
    assert.equal(readPostmaster(join(dataDir, 'postgres')), undefined)
    const again = await startProcess({ DATA_DIR: dataDir })
    assert.equal((await post(`${again.url}/auth/login`, account(2))).status, 200)
    await again.end()
  })

  test('a store of another PostgreSQL is left alone', async () => {
    const log = readFileSync(join(dataDir, 'postgres', 'server.log'), 'utf8')
    assert.doesNotMatch(log, /FATAL|PANIC/)
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '99\n')
    const words = await failsToStart({ DATA_DIR: dataDir })
    assert.match(
      words,
      /embedded PostgreSQL cannot run here: the files in .* are of PostgreSQL 99, and this is PostgreSQL 18/,
    )
    assert.match(words, /DATABASE_URL=postgres:\/\//)
  })
})

/** signUp makes an account and gives its token. */
async function signUp({ url }: ServiceProcess): Promise<string> {
  const response = await fetch(`${url}/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account(1)),
  })
  const { token } = (await response.json()) as { token: string }
  return token
}

test('a bad setting stops the start with one line that names it', async () => {
  const words = await failsToStart({ DATA_DIR: '/nonexistent/never-made', PORT: 'abc' })
  assert.equal(words, 'Fallwatch cannot run. PORT must be a whole number from 0 to 65535\n')
})

test('a port that is taken is named, and the embedded server does not stay behind', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const dataDir = await makeStore()
  const words = await failsToStart({ DATA_DIR: dataDir, PORT: String(port) })
  assert.match(
    words,
    new RegExp(`Fallwatch cannot run\\. Port ${port} is already in use\\. Set PORT to another one\\.\n$`),
  )
  assert.match(words, /Password +\S+/, 'the admin was made: without the password nobody could use it')
  assert.equal(existsSync(join(dataDir, 'postgres', 'postmaster.pid')), false)
  removeFolder(dataDir)
})

test('a database that does not let us in is named without its password', async () => {
  const { hostname, port } = new URL(process.env.TEST_DATABASE_URL ?? '')
  const url = `postgres://nobody-at-all:secret-word@${hostname}:${port}/no-such-database`
  const words = await failsToStart({ DATABASE_URL: url, DATA_DIR: makeFolder() })
  assert.match(
    words,
    /^Fallwatch cannot run\. No connection to PostgreSQL on .*, database no-such-database: /,
  )
  assert.doesNotMatch(words, /secret-word/)
})

test('a signal during the start is obeyed as soon as it is done, and leaves nothing behind', async () => {
  const dataDir = makeFolder()
  const child = launch({ DATA_DIR: dataDir })
  const ended = exitOf(child)
  await until(() => readdirSync(dataDir).length > 0, 20_000)
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
  assert.deepEqual(readdirSync(dataDir).sort(), ['jwt-secret', 'postgres'])
  assert.equal(readPostmaster(join(dataDir, 'postgres')), undefined)
  removeFolder(dataDir)
})

const unusable: [string, (dataDir: string) => Record<string, string>, RegExp][] = [
  [
    'certificates that are none',
    (dataDir) => ({ DATA_DIR: dataDir, TLS_CERT: 'package.json', TLS_KEY: 'package.json' }),
    /^Fallwatch cannot run\. TLS_CERT/,
  ],
  [
    'a data folder that is a file',
    () => ({ DATA_DIR: import.meta.filename }),
    /embedded PostgreSQL cannot run here: .*\n.*DATABASE_URL=/,
  ],
  [
    'a store without files',
    (dataDir) => {
      mkdirSync(join(dataDir, 'postgres'))
      return { DATA_DIR: dataDir }
    },
    /embedded PostgreSQL cannot run here: .*PG_VERSION.*\n.*DATABASE_URL=/,
  ],
  [
    'a database address with a certificate that is not there',
    () => ({ DATABASE_URL: 'postgres://127.0.0.1/x?sslmode=verify-ca&sslrootcert=/nowhere' }),
    /^Fallwatch cannot run\. DATABASE_URL cannot be used: /,
  ],
]

for (const [title, settingsFor, words] of unusable) {
  test(`${title} stop the start with a sentence, not a stack`, async () => {
    const dataDir = makeFolder()
    const output = await failsToStart(settingsFor(dataDir))
    assert.match(output, words)
    assert.doesNotMatch(output, /\n +at /)
    removeFolder(dataDir)
  })
}

test('a kept secret that is too short is refused', async () => {
  const dataDir = makeFolder()
  writeFileSync(join(dataDir, 'jwt-secret'), 'abc')
  assert.match(await failsToStart({ DATA_DIR: dataDir }), /The secret in .*jwt-secret is too short/)
  removeFolder(dataDir)
})

test('of several processes that start on one database at once, one makes the first admin', async () => {
  const database = await createEmptyDatabase()
  // They would share a Redis that is not there yet.
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: makeFolder(),
    REDIS_URL: 'redis://127.0.0.1:1',
  }
  const services = await Promise.all([1, 2, 3].map(() => startProcess(settings)))
  assert.equal(services.filter((service) => /Password/.test(service.output())).length, 1)
  await Promise.all(services.map((service) => service.end()))
  await database.drop()
  removeFolder(settings.DATA_DIR)
})
