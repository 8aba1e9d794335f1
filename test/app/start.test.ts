import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import pino from 'pino'
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
} from '../../harness/service-process.ts'
import { until, within } from '../../harness/until.ts'
import { ensureFirstAdmin } from '../../src/accounts/auth/first-admin.ts'
import { loadJwtSecret } from '../../src/accounts/auth/jwt-secret.ts'
import { createPasswords } from '../../src/accounts/auth/passwords.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { openCluster } from '../../src/platform/db/embedded/cluster.ts'
import { readPostmaster } from '../../src/platform/db/embedded/postmaster.ts'
import { openStore } from '../../src/platform/db/store.ts'
import { StartError } from '../../src/platform/lib/errors.ts'
import { noMetrics } from '../../src/platform/metrics/metrics.ts'
import { fixedTimeZone } from '../../src/platform/time-zone.ts'
import { readTlsOptions } from '../../src/platform/tls/tls-options.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { isFull } from '../support/full.ts'
import { makeStore } from '../support/store.ts'

const silent = pino({ level: 'silent' })

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
    second = await startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
    assert.equal(JSON.parse(second.log()).msg, 'started', 'the line with the addresses is there at any level')
    assert.doesNotMatch(second.output(), /admin/)
    assert.equal((await post(`${second.url}/auth/login`, admin)).status, 200)
  })

  test('the secrets outlive a restart', async () => {
    const me = await fetch(`${second.url}/me`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(me.status, 200)
  })

  test('a second service on the same folder is refused, and the first one is unharmed', async () => {
    const words = await failsToStart({ DATA_DIR: dataDir })
    assert.match(words, new RegExp(`process ${second.pid}\\) already runs on this data folder`))
    assert.equal(words.trim().split('\n').length, 1)
    assert.equal(await healthOf(second.url), 200)
    assert.equal((await post(`${second.url}/auth/login`, account(1))).status, 200)
  })

  test('SIGTERM lets the request under way finish, stops the embedded server and exits with 0', async () => {
    const body = JSON.stringify(account(2))
    const { port } = new URL(second.url)
    const socket = connect(Number(port), '127.0.0.1')
    const closed = once(socket, 'close')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    const head = [
      'POST /api/auth/signup HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Expect: 100-continue',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`)
    await until(() => text.startsWith('HTTP/1.1 100'), undefined, 'the answer to the head of the request')
    const ended = second.end('SIGTERM')
    const takesNoOthers = () =>
      healthOf(second.url).then(
        () => false,
        () => true,
      )
    await until(takesNoOthers, undefined, 'a service that takes no more requests')
    socket.write(body.slice(10))
    await closed
    assert.match(text, /^HTTP\/1.1 201/m)
    assert.equal(await ended, 0)
    assert.equal(readPostmaster(join(dataDir, 'postgres')), undefined)
    const cluster = openCluster(dataDir)
    await cluster.ensureRunning()
    const client = new pg.Client(cluster.connection())
    await client.connect()
    const { rows } = await client.query('select from users where email = $1', [account(2).email])
    await client.end()
    await cluster.stop()
    assert.equal(rows.length, 1, 'what was acknowledged is there')
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

/** Makes an account and gives its token. */
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

test('a port that is taken is named; neither an admin nor the embedded server stays behind', async (t) => {
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
  assert.doesNotMatch(words, /Password/, 'nobody looks for it in the words of a start that failed')
  assert.equal(existsSync(join(dataDir, 'postgres', 'postmaster.pid')), false)

  const service = await startProcess({ DATA_DIR: dataDir })
  const [, email = '', password = ''] = /E-mail +(\S+)\s+Password +(\S+)/.exec(service.output()) ?? []
  assert.equal((await post(`${service.url}/auth/login`, { email, password })).status, 200)
  await service.end()
  removeFolder(dataDir)
})

test('a data folder where nothing can be made stops the start at once', {
  skip: !existsSync('/proc/self') && 'there is no /proc on this machine',
}, async () => {
  const DATA_DIR = '/proc/fallwatch/data'
  assert.equal(
    await within(failsToStart({ DATA_DIR }), 'the end of the start'),
    `Fallwatch cannot run. DATA_DIR ${DATA_DIR} cannot be made: nothing can be made in /proc. Set DATA_DIR to another folder.\n`,
  )
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
  const dataDir = await makeStore()
  const child = launch({ DATA_DIR: dataDir })
  const ended = exitOf(child)
  await until(() => readPostmaster(join(dataDir, 'postgres')), undefined, 'the start of the embedded server')
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

/** What the first steps of a start throw; the tests above show what the program makes of it. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const config = loadConfig(settings)
  try {
    readTlsOptions(config)
    const store = await openStore(config, silent, () => {})
    await store.close()
    return 'it has started'
  } catch (error) {
    assert.ok(error instanceof StartError, String(error))
    return `Fallwatch cannot run. ${error.message}`
  }
}

for (const [title, settingsFor, words] of unusable) {
  test(`${title} stop the start with a sentence, not a stack`, async () => {
    const output = await refusal(settingsFor(makeFolder()))
    assert.match(output, words)
    if (!isFull) return
    const printed = await failsToStart(settingsFor(makeFolder()))
    assert.match(printed, words)
    assert.doesNotMatch(printed, /\n +at /)
  })
}

test('a kept secret that is too short is refused', () => {
  const dataDir = makeFolder()
  writeFileSync(join(dataDir, 'jwt-secret'), 'abc')
  assert.throws(
    () => loadJwtSecret(loadConfig({ DATA_DIR: dataDir })),
    (error) => error instanceof StartError && /The secret in .*jwt-secret is too short/.test(error.message),
  )
})

test('of several processes that start on one database at once, one makes the first admin', async () => {
  const database = await createEmptyDatabase()
  // They would share a Redis that is not there yet.
  const config = loadConfig({ DATABASE_URL: database.url, REDIS_URL: 'redis://127.0.0.1:1' })
  const start = async () => {
    const store = await openStore(config, silent, () => {})
    const ctx = {
      db: store.db,
      config,
      log: silent,
      metrics: noMetrics,
      now: () => new Date(),
      timeZone: fixedTimeZone(config),
    }
    return { store, admin: await ensureFirstAdmin(ctx, createPasswords()) }
  }
  const started = await Promise.all([start(), start(), start()])
  assert.equal(started.filter(({ admin }) => admin).length, 1)
  for (const { store } of started) await store.close()
  await database.drop()
})
