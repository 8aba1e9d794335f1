// Backups of the embedded store while the service runs, and what is back after a restore.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { listCopies } from '../src/backup/copies.ts'
import { openCluster } from '../src/db/embedded/cluster.ts'
import { account, makeFolder, type ServiceProcess, startProcess } from './support/process.ts'
import { goodReading } from './support/readings.ts'
import { makeStore } from './support/store.ts'
import { until } from './support/until.ts'

const dist = join(import.meta.dirname, '../dist')

interface Command {
  kill(): void
  ended: Promise<{ code: number | null; output: string }>
}

function runCommand(name: 'backup' | 'restore', args: string[], settings: Record<string, string>): Command {
  const child = spawn(process.execPath, [join(dist, `${name}-command.js`), ...args], {
    cwd: makeFolder(),
    env: { PATH: process.env.PATH, ...settings },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  return {
    kill: () => void child.kill('SIGKILL'),
    ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, output }))),
  }
}

const backUp = (dataDir: string, ...args: string[]) => runCommand('backup', args, { DATA_DIR: dataDir }).ended
const restore = (dataDir: string, ...args: string[]) =>
  runCommand('restore', args, { DATA_DIR: dataDir }).ended

async function post(url: string, body: object, token?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function query<T extends pg.QueryResultRow>(dataDir: string, sql: string): Promise<T[]> {
  const client = new pg.Client(openCluster(dataDir).connection())
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

/** readingsIn returns the uptimes of the readings in a restored store, which no service uses. */
async function readingsIn(dataDir: string): Promise<Set<number>> {
  const cluster = openCluster(dataDir)
  await cluster.ensureRunning()
  try {
    const rows = await query<{ uptime: number }>(dataDir, 'select uptime_ms::float8 as uptime from readings')
    return new Set(rows.map(({ uptime }) => uptime))
  } finally {
    await cluster.stop()
  }
}

describe('a backup of a running service', () => {
  let dataDir: string
  let service: ServiceProcess
  let token: string
  const settings = { RATE_LIMIT_SENSOR: 'off' }

  before(async () => {
    dataDir = await makeStore()
    service = await startProcess({ DATA_DIR: dataDir, ...settings })
    const answer = await post(`${service.url}/auth/signup`, account('rosa'))
    token = ((await answer.json()) as { token: string }).token
  })
  after(() => service.end())

  /** sendUntil sends readings, several at a time, and notes when each of them was acknowledged. */
  async function sendUntil(isOver: () => boolean, firstUptime: number) {
    const acknowledged: { uptime: number; at: number }[] = []
    let uptime = firstUptime
    await Promise.all(
      Array.from({ length: 4 }, async (_, device) => {
        const mac = `02:00:00:00:01:0${device}`
        while (!isOver()) {
          const sent = uptime++
          const reading = { ...goodReading(mac), uptime_ms: sent }
          const answer = await post(`${service.url}/device/sensor-stream`, reading, token)
          await answer.arrayBuffer()
          if (answer.status === 200) acknowledged.push({ uptime: sent, at: performance.now() })
        }
      }),
    )
    return acknowledged
  }

  test('holds every reading that was acknowledged until the files were copied', async () => {
    const folder = makeFolder()
    let isOver = false
    const load = sendUntil(() => isOver, 1_000_000)
    await sleep(500)
    const startedAt = performance.now()
    const backup = backUp(dataDir, folder)
    // What is acknowledged before the server was last seen copying files must be in the backup.
    let copyingAt = 0
    const client = new pg.Client(openCluster(dataDir).connection())
    await client.connect()
    const watch = (async () => {
      while (!isOver) {
        const at = performance.now()
        const { rows } = await client.query('select phase from pg_stat_progress_basebackup')
        if (rows[0]?.phase === 'streaming database files') copyingAt = at
        await sleep(5)
      }
    })()
    const { code, output } = await backup
    await sleep(100)
    isOver = true
    await watch
    await client.end()
    assert.equal(code, 0, output)
    const acknowledged = await load
    const required = acknowledged.filter(({ at }) => at < copyingAt)
    const during = required.filter(({ at }) => at > startedAt)
    assert.ok(during.length > 20, `${during.length} readings were acknowledged while files were copied`)

    const copy = join(makeFolder(), 'data')
    const restored = await restore(copy, folder)
    assert.equal(restored.code, 0, restored.output)
    const found = await readingsIn(copy)
    assert.deepEqual(
      required.filter(({ uptime }) => !found.has(uptime)),
      [],
    )
    const second = await startProcess({ DATA_DIR: copy })
    const me = await fetch(`${second.url}/me`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(await second.end(), 0)
    assert.equal(me.status, 200, 'the secret that signs tokens is restored as well')
  })

  test('leaves the last good one good when it is killed, and the next one cleans up', async () => {
    const folder = makeFolder()
    assert.equal((await backUp(dataDir, folder)).code, 0)
    const good = listCopies(folder)
    let unfinished = 0
    for (let round = 0; round < 4; round++) {
      const command = runCommand('backup', [folder], { DATA_DIR: dataDir })
      const hasBegun = () => readdirSync(folder).some((name) => name.startsWith('.unfinished'))
      await until(hasBegun, 20_000)
      await sleep(round * 300)
      command.kill()
      await command.ended
      unfinished += hasBegun() ? 1 : 0
      assert.equal(listCopies(folder).at(-1)?.folder, good[0]?.folder)
    }
    assert.ok(unfinished >= 2, 'some were killed before their end')
    const copy = join(makeFolder(), 'data')
    assert.equal((await restore(copy, good[0]?.folder ?? '')).code, 0)
    await readingsIn(copy)
    // The server may not have noticed yet that the killed one is gone.
    await until(async () => (await backUp(dataDir, folder, '--copies', '1')).code === 0, 30_000)
    assert.equal(readdirSync(folder).length, 1, 'one copy is kept, and nothing unfinished')
  })

  test('is refused where it would be in the way', async () => {
    const folder = makeFolder()
    const [one, other] = await Promise.all([backUp(dataDir, folder), backUp(dataDir, folder)])
    assert.deepEqual([one.code, other.code].sort(), [0, 1])
    assert.match(one.output + other.output, /Another backup of this store is running/)

    const running = await restore(dataDir, folder, '--replace')
    assert.equal(running.code, 1)
    assert.match(running.output, /is in use .* Stop the service first/)

    const empty = await restore(makeFolder(), makeFolder())
    assert.match(empty.output, /There is no finished backup/)

    const noStore = await backUp(makeFolder(), folder)
    assert.match(noStore.output, /There is no store/)

    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    for (const [place, reason] of [
      [file, 'it is not a folder'],
      [join(file, 'copies'), 'a part of its path is not a folder'],
    ] as const) {
      const { code, output } = await backUp(dataDir, place)
      const line = `No backup was taken. Backups cannot be written to ${place}: ${reason}.\n`
      assert.deepEqual([code, output], [1, line])
    }
    const notAFolder = await restore(makeFolder(), file)
    assert.equal(notAFolder.code, 1)
    assert.match(notAFolder.output, /^Nothing was restored\. .*\n$/)

    const ownServer = { DATABASE_URL: 'postgres://localhost/fallwatch' }
    for (const name of ['backup', 'restore'] as const) {
      const { code, output } = await runCommand(name, [folder], ownServer).ended
      assert.equal(code, 1)
      assert.match(output, /pg_dump/)
    }
  })

  test('that was damaged is not restored, and what was there stays', async () => {
    const folder = makeFolder()
    assert.equal((await backUp(dataDir, folder)).code, 0)
    const target = join(makeFolder(), 'data')
    assert.equal((await restore(target, folder)).code, 0)
    const secret = readFileSync(join(target, 'jwt-secret'), 'utf8')

    const refused = await restore(target, folder)
    assert.equal(refused.code, 1)
    assert.match(refused.output, /holds a store already/)

    const archive = join(listCopies(folder)[0]?.folder ?? '', 'base.tar')
    const content = readFileSync(archive)
    for (const marker of ['base/1/', 'pg_wal/0000']) {
      const header = content.indexOf(marker)
      assert.ok(header > 0)
      const file = openSync(archive, 'r+')
      const place = header - (header % 512) + 512 + 100
      writeSync(file, Buffer.from([(content[place] ?? 0) ^ 1]), 0, 1, place)
      const damaged = await restore(target, folder, '--replace')
      writeSync(file, content, place, 1, place)
      assert.equal(damaged.code, 1, marker)
      assert.match(damaged.output, /cannot be used: .* is damaged/)
    }
    assert.deepEqual(readdirSync(target).sort(), ['jwt-secret', 'postgres'])

    const replaced = await restore(target, folder, '--replace')
    assert.equal(replaced.code, 0, replaced.output)
    const [aside = ''] = readdirSync(target).filter((name) => name.startsWith('replaced-'))
    assert.ok(existsSync(join(target, aside, 'postgres', 'PG_VERSION')))
    assert.equal(readFileSync(join(target, 'jwt-secret'), 'utf8'), secret)
  })
})

test('BACKUP_DIR takes the first backup at once, and shows it to admins, in the health report and in the metrics', async () => {
  const [dataDir, folder] = [await makeStore(), join(makeFolder(), 'copies')]
  const metricsToken = 'a-token-for-the-metrics'
  const admin = { email: 'admin@example.org', password: 'First-Admin-1!' }
  const service = await startProcess({
    DATA_DIR: dataDir,
    BACKUP_DIR: folder,
    METRICS_TOKEN: metricsToken,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  })
  try {
    await until(() => listCopies(folder).length === 1, 60_000)
    const login = (await (await post(`${service.url}/auth/login`, admin)).json()) as { token: string }
    const get = (path: string, token: string) =>
      fetch(new URL(path, service.url), { headers: { authorization: `Bearer ${token}` } })
    const answer = await get('/api/admin/backups', login.token)
    const { data } = (await answer.json()) as { data: Record<string, unknown> & { backups: object[] } }
    assert.deepEqual([data.enabled, data.overdue, data.backups.length], [true, false, 1])
    const health = (await (await get('/api/health', '')).json()) as {
      data: { status: string; backup: { lastAt: string; ageSeconds: number; overdue: boolean } }
    }
    const { status, backup } = health.data
    assert.deepEqual([status, backup.overdue], ['HEALTHY', false])
    assert.equal(backup.lastAt, (data.backups[0] as { finishedAt: string }).finishedAt)
    assert.ok(backup.ageSeconds >= 0 && backup.ageSeconds < 60)
    const metrics = await (await get('/metrics', metricsToken)).text()
    const finishedAt = Number(
      /^fallwatch_backup_last_success_timestamp_seconds (\S+)/m.exec(metrics)?.[1] ?? '0',
    )
    assert.ok(Math.abs(Date.now() / 1000 - finishedAt) < 60)
    assert.match(metrics, /^fallwatch_backups 1$/m)
    const entries = await query<{ action: string }>(
      dataDir,
      `select action from audit_log where message like 'backup:%'`,
    )
    assert.deepEqual(entries, [{ action: 'job.done' }])
  } finally {
    await service.end()
  }
})

describe('without a backup, the health report is DEGRADED at once, and the service runs', () => {
  interface Health {
    data: { status: string; backup: { lastAt: string | null; overdue: boolean } }
  }
  const healthOf = async ({ url }: ServiceProcess) =>
    ((await (await fetch(`${url}/health`)).json()) as Health).data
  const isOverdue = async (service: ServiceProcess) => (await healthOf(service)).backup.overdue

  test('if BACKUP_DIR cannot be written', async () => {
    const dataDir = await makeStore()
    const file = join(makeFolder(), 'a-file')
    writeFileSync(file, '')
    const service = await startProcess({ DATA_DIR: dataDir, BACKUP_DIR: file })
    try {
      await until(() => isOverdue(service), 10_000)
      const { status, backup } = await healthOf(service)
      assert.deepEqual([status, backup.lastAt], ['DEGRADED', null])
      const errors = service
        .log()
        .split('\n')
        .filter((line) => line.includes('BACKUP_DIR cannot be used'))
        .map((line) => JSON.parse(line))
      assert.deepEqual(
        errors.map(({ level, folder }) => [level, folder]),
        [[50, file]],
      )
      assert.match(errors[0].reason, /it is not a folder/)
      assert.equal((await post(`${service.url}/auth/signup`, account('rosa'))).status, 201)
    } finally {
      await service.end()
    }
  })

  test('if an attempt has failed', async () => {
    const [dataDir, folder] = [await makeStore(), makeFolder()]
    // Nothing can be copied from here in place of the secret.
    mkdirSync(join(dataDir, 'jwt-secret'))
    const settings = {
      DATA_DIR: dataDir,
      BACKUP_DIR: folder,
      JWT_SECRET: 'a-secret-of-32-bytes-for-the-tests',
    }
    const service = await startProcess(settings)
    try {
      await until(() => isOverdue(service), 60_000)
      const { status, backup } = await healthOf(service)
      assert.deepEqual([status, backup.lastAt], ['DEGRADED', null])
      await until(() => service.log().includes('job failed; it will be retried'), 10_000)
      assert.doesNotMatch(service.log(), /BACKUP_DIR cannot be used/)
    } finally {
      await service.end()
    }
  })
})
