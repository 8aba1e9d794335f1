// Backups of the embedded store while the service runs, and what is back after a restore.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { account, makeFolder, type ServiceProcess, startProcess } from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { sign } from '../../src/platform/backup/backup-key.ts'
import { createBackupMonitor } from '../../src/platform/backup/backup-monitor.ts'
import { reasonOf } from '../../src/platform/backup/command-messages.ts'
import { listCopies } from '../../src/platform/backup/copies.ts'
import { startDailyBackups } from '../../src/platform/backup/daily-backups.ts'
import { restoreBackup } from '../../src/platform/backup/restore-backup.ts'
import { takeBackup } from '../../src/platform/backup/take-backup.ts'
import { sha256 } from '../../src/platform/backup/verify-copy.ts'
import { openCluster } from '../../src/platform/db/embedded/cluster.ts'
import { fullTest, isFull, often } from '../support/full.ts'
import { goodReading } from '../support/readings.ts'
import { TestService } from '../support/service.ts'
import { makeStore } from '../support/store.ts'

const dist = join(import.meta.dirname, '../../dist')

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

/** Runs a command to its end, with the key that the installation made for itself, unless another is given. */
const takeByCommand = (dataDir: string, ...args: string[]) =>
  runCommand('backup', args, { DATA_DIR: dataDir }).ended
const restoreByCommand = (dataDir: string, args: string[], key?: string) =>
  runCommand('restore', args, { DATA_DIR: dataDir, ...(key && { BACKUP_KEY: key }) }).ended

const now = () => new Date()

const backupKey = 'the-key-of-the-installation-of-these-tests'

/** Does what the command does, without a process of its own, and returns why there is no backup. */
const backUp = (dataDir: string, parent: string, copies?: number) =>
  takeBackup({ dataDir, parent, copies, version: 'test', key: backupKey, now }).then(
    () => undefined,
    reasonOf,
  )

/** Does what the command does, and returns why nothing was restored. */
const restore = (dataDir: string, from: string, replaces = false) =>
  restoreBackup({ dataDir, from, replaces, key: backupKey, now }).then(() => undefined, reasonOf)

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

/** Returns the uptimes of the readings in a restored store, which no service uses. */
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

/** A small file as it stands in an archive; of a folder, the name ends with a slash. */
function tarEntry(name: string, content: string): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write(content.length.toString(8).padStart(11, '0'), 124)
  header.write(name.endsWith('/') ? '5' : '0', 156)
  header.fill(' ', 148, 156)
  header.write(
    header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0'),
    148,
  )
  return Buffer.concat([header, Buffer.from(content.padEnd(Math.ceil(content.length / 512) * 512, '\0'))])
}

/** Gives a manifest the checksum that it ends with. */
function withChecksum(manifest: string): string {
  const listed = manifest.slice(0, manifest.lastIndexOf('"Manifest-Checksum"'))
  return `${listed}"Manifest-Checksum": "${sha256(listed)}"}\n`
}

/**
 * Makes a copy of a backup without most files of its databases, signed like the whole. What is wrong with an
 * archive is found in the same way in few files, and in a twentieth of the time.
 */
function makeSmallCopy(from: string): string {
  const folder = join(makeFolder(), 'copy')
  mkdirSync(folder)
  const read = (name: string) => readFileSync(join(from, name))
  const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content)
  const isKept = (path: string) =>
    !path.startsWith('base/') || /^base\/(\d+\/(PG_VERSION)?|1\/1\d\d)$/.test(path)
  const archive = read('base.tar')
  const parts: Buffer[] = []
  for (let at = 0; archive[at] !== 0; ) {
    const path = archive.toString('utf8', at, archive.indexOf(0, at))
    const bytes = Number.parseInt(archive.toString('latin1', at + 124, at + 136), 8)
    const next = at + 512 + Math.ceil(bytes / 512) * 512
    if (isKept(path)) parts.push(archive.subarray(at, next))
    at = next
  }
  write('base.tar', Buffer.concat([...parts, Buffer.alloc(1024)]))
  const listed = JSON.parse(read('backup_manifest').toString())
  listed.Files = listed.Files.filter((file: { Path: string }) => isKept(file.Path))
  const manifest = withChecksum(JSON.stringify(listed, null, 1))
  write('backup_manifest', manifest)
  write('jwt-secret', read('jwt-secret'))
  const described = JSON.parse(read('backup.json').toString())
  described.files.backup_manifest = sha256(manifest)
  write('backup.json', JSON.stringify(described))
  write('backup.signature', sign(JSON.stringify(described), backupKey))
  return folder
}

const admin = { email: 'admin@example.org', password: 'First-Admin-1!' }
const metricsToken = 'a-token-for-the-metrics'

/** The time of day in twelve hours: no daily backup gets in the way of those that are taken here. */
const farTime = new Date(Date.now() + 12 * 3_600_000).toISOString().slice(11, 16)

describe('a backup of a running service', () => {
  let dataDir: string
  const daily = join(makeFolder(), 'copies')
  let service: ServiceProcess
  let token: string

  before(async () => {
    dataDir = await makeStore()
    service = await startProcess({
      DATA_DIR: dataDir,
      BACKUP_DIR: daily,
      BACKUP_KEY: backupKey,
      BACKUP_AT: farTime,
      TIME_ZONE: 'UTC',
      METRICS_TOKEN: metricsToken,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMIT_SENSOR: 'off',
    })
    const answer = await post(`${service.url}/auth/signup`, account('rosa'))
    token = ((await answer.json()) as { token: string }).token
  })
  after(() => service.end())

  test('is taken at once if there is none, and shown to admins, in the health report and in the metrics', async () => {
    await until(() => listCopies(daily).length === 1, 60_000, 'the first backup')
    const audited = `select action from audit_log where message like 'backup:%'`
    const entries = await until(async () => {
      const rows = await query<{ action: string }>(dataDir, audited)
      return rows.length > 0 && rows
    })
    assert.deepEqual(entries, [{ action: 'job.done' }])
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
    const { finishedAt } = data.backups[0] as { finishedAt: string }
    assert.equal(backup.lastAt, finishedAt)
    const sinceMs = Date.now() - Date.parse(finishedAt)
    assert.ok(backup.ageSeconds >= 0 && backup.ageSeconds <= sinceMs / 1000)
    const metrics = await (await get('/metrics', metricsToken)).text()
    const [, measured] = /^fallwatch_backup_last_success_timestamp_seconds (\S+)/m.exec(metrics) ?? []
    assert.equal(Math.floor(Number(measured)), Math.floor(Date.parse(finishedAt) / 1000))
    assert.match(metrics, /^fallwatch_backups 1$/m)
  })

  /** Sends readings, several at a time, and notes when each of them was acknowledged. */
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
          await sleep(50)
        }
      }),
    )
    return acknowledged
  }

  /** Returns the readings that must be in the backup, and how many of them came while it was taken. */
  async function backUpUnderLoad(folder: string, firstUptime: number) {
    let isOver = false
    const load = sendUntil(() => isOver, firstUptime)
    const client = new pg.Client(openCluster(dataDir).connection())
    await client.connect()
    const startedAt = performance.now()
    const backup = takeByCommand(dataDir, folder)
    // What is acknowledged before the server was last seen copying files must be in the backup.
    let copyingAt = 0
    const watch = (async () => {
      while (!isOver) {
        const at = performance.now()
        const { rows } = await client.query('select phase from pg_stat_progress_basebackup')
        if (rows[0]?.phase === 'streaming database files') copyingAt = at
        await sleep(20)
      }
    })()
    const { code, output } = await backup
    isOver = true
    await watch
    await client.end()
    assert.equal(code, 0, output)
    const required = (await load).filter(({ at }) => at < copyingAt)
    return { output, required, during: required.filter(({ at }) => at > startedAt).length }
  }

  test('holds every reading that was acknowledged until the files were copied, signed with a key that is shown once', async () => {
    const folder = makeFolder()
    const outputs: string[] = []
    // The server may copy its files faster than a busy machine lets this test look.
    const { required } = await until(
      async () => {
        const taken = await backUpUnderLoad(folder, outputs.length * 1_000_000)
        outputs.push(taken.output)
        return taken.during > 0 && taken
      },
      60_000,
      'a reading that was acknowledged while files were copied',
    )
    const [, shown = ''] = /^ {2}BACKUP_KEY=(\S+)$/m.exec(outputs[0] ?? '') ?? []
    assert.equal(readFileSync(join(dataDir, 'backup-key'), 'utf8').trim(), shown)
    for (const output of outputs.slice(1)) assert.doesNotMatch(output, /BACKUP_KEY/)

    const copy = join(makeFolder(), 'data')
    const refused = await restoreByCommand(copy, [folder])
    assert.equal(refused.code, 1)
    assert.match(refused.output, /without the key of its installation: set BACKUP_KEY.*--unverified/)
    const restored = await restoreByCommand(copy, [folder], shown)
    assert.equal(restored.code, 0, restored.output)
    assert.match(restored.output, /no messages on it until an admin releases them/)
    const found = await readingsIn(copy)
    assert.deepEqual(
      required.filter(({ uptime }) => !found.has(uptime)),
      [],
    )
    const secrets = [dataDir, copy].map((place) => readFileSync(join(place, 'jwt-secret'), 'utf8'))
    assert.equal(secrets[1], secrets[0], 'the secret that signs tokens is restored as well')
    // backup.test.ts starts a service on a copy of a store.
    if (!isFull) return
    const second = await startProcess({ DATA_DIR: copy })
    const me = await fetch(`${second.url}/me`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(await second.end(), 0)
    assert.equal(me.status, 200)
  })

  test('leaves the last good one good when it is killed, and the next one cleans up', async () => {
    const folder = daily
    const good = listCopies(folder)
    const archive = statSync(join(good[0]?.folder ?? '', 'base.tar')).size
    const kills = often(1, 4)
    const begun = () => readdirSync(folder).find((name) => name.startsWith('.unfinished'))
    const writtenBytes = () =>
      statSync(join(folder, begun() ?? '', 'base.tar'), { throwIfNoEntry: false })?.size ?? 0
    let unfinished = 0
    // A busy machine may be done with a backup before it is killed here.
    for (let attempt = 0; unfinished < kills && attempt < 30; attempt++) {
      const command = runCommand('backup', [folder], { DATA_DIR: dataDir, BACKUP_KEY: backupKey })
      const leftBefore = begun()
      const isBegun = () => begun() !== undefined && begun() !== leftBefore
      const hasWritten = () => isBegun() && writtenBytes() >= (archive * unfinished) / kills
      await Promise.race([until(hasWritten, undefined, 'the files of a backup'), command.ended])
      command.kill()
      await command.ended
      unfinished += isBegun() ? 1 : 0
      assert.equal(listCopies(folder).at(-1)?.folder, good[0]?.folder)
    }
    assert.equal(unfinished, kills, 'backups that were killed before their end')
    const copy = join(makeFolder(), 'data')
    assert.equal(await restore(copy, good[0]?.folder ?? ''), undefined)
    if (isFull) await readingsIn(copy)
    // The server may not have noticed yet that the killed one is gone. Of two at once, one is refused.
    const both = await until(
      async () => {
        const reasons = await Promise.all([backUp(dataDir, folder, 1), backUp(dataDir, folder, 1)])
        return reasons.includes(undefined) && reasons
      },
      30_000,
      'the next backup',
    )
    assert.deepEqual(both.sort(), ['Another backup of this store is running.', undefined])
    assert.equal(readdirSync(folder).length, 1, 'one copy is kept, and nothing unfinished')
  })

  test('is refused where it would be in the way', async () => {
    const folder = makeFolder()
    assert.match((await restore(dataDir, daily, true)) ?? '', /is in use .* Stop the service first/)
    assert.match((await restore(makeFolder(), makeFolder())) ?? '', /There is no finished backup/)
    assert.match((await backUp(makeFolder(), folder)) ?? '', /There is no store/)

    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const inFile = join(file, 'copies')
    const cannot = (place: string, reason: string) => `Backups cannot be written to ${place}: ${reason}.`
    assert.equal(await backUp(dataDir, file), cannot(file, 'it is not a folder'))
    const { code, output } = await takeByCommand(dataDir, inFile)
    const reason = cannot(inFile, 'a part of its path is not a folder')
    assert.deepEqual([code, output], [1, `No backup was taken. ${reason}\n`], 'without the key of the first')
    const notAFolder = await restoreByCommand(makeFolder(), [file])
    assert.equal(notAFolder.code, 1)
    assert.match(notAFolder.output, /^Nothing was restored\. .*\n$/)

    const ownServer = { DATABASE_URL: 'postgres://localhost/fallwatch' }
    const refused = (['backup', 'restore'] as const).map(
      (name) => runCommand(name, [folder], ownServer).ended,
    )
    for (const { code, output } of await Promise.all(refused)) {
      assert.equal(code, 1)
      assert.match(output, /pg_dump/)
    }
  })

  test('that was damaged is not restored, and what was there stays', async () => {
    const folder = makeSmallCopy(listCopies(daily)[0]?.folder ?? '')
    const target = join(makeFolder(), 'data')
    assert.equal(await restore(target, folder), undefined)
    const secret = readFileSync(join(target, 'jwt-secret'), 'utf8')
    assert.match((await restore(target, folder)) ?? '', /holds a store already/)

    const archive = join(folder, 'base.tar')
    const content = readFileSync(archive)
    for (const marker of ['base/1/1', 'pg_wal/0000']) {
      const header = content.indexOf(marker)
      assert.ok(header > 0)
      const file = openSync(archive, 'r+')
      const place = header - (header % 512) + 512 + 100
      writeSync(file, Buffer.from([(content[place] ?? 0) ^ 1]), 0, 1, place)
      const damaged = await restore(target, folder, true)
      writeSync(file, content, place, 1, place)
      closeSync(file)
      assert.match(damaged ?? '', new RegExp(`cannot be used: ${marker}\\w+ is damaged`))
    }
    assert.deepEqual(readdirSync(target).sort(), ['jwt-secret', 'postgres'])

    assert.equal(await restore(target, folder, true), undefined)
    const [aside = ''] = readdirSync(target).filter((name) => name.startsWith('replaced-'))
    assert.ok(existsSync(join(target, aside, 'postgres', 'PG_VERSION')))
    assert.equal(readFileSync(join(target, 'jwt-secret'), 'utf8'), secret)
  })

  test('that somebody has added a command to is not restored, however they hide it', async () => {
    const forged = makeSmallCopy(listCopies(daily)[0]?.folder ?? '')
    const target = join(makeFolder(), 'data')
    const [archive, manifest, description] = ['base.tar', 'backup_manifest', 'backup.json'].map((name) =>
      join(forged, name),
    ) as [string, string, string]
    writeFileSync(archive, Buffer.concat([tarEntry('recovery.signal', ''), readFileSync(archive)]))
    const unlisted = /cannot be used: recovery\.signal is not in its manifest/
    assert.match((await restore(target, forged)) ?? '', unlisted)
    const unverified = {
      dataDir: target,
      from: forged,
      replaces: false,
      key: undefined,
      isUnverified: true,
      now,
    }
    await assert.rejects(restoreBackup(unverified), unlisted, 'whatever the flag')

    const listed = readFileSync(manifest, 'utf8').replace(
      '"Files": [',
      `"Files": [\n{ "Path": "recovery.signal", "Size": 0, "Last-Modified": "2026-01-01 00:00:00 GMT", "Checksum-Algorithm": "SHA256", "Checksum": "${sha256('')}" },`,
    )
    writeFileSync(manifest, withChecksum(listed))
    assert.match((await restore(target, forged)) ?? '', /backup_manifest is damaged/)

    const changed = JSON.parse(readFileSync(description, 'utf8'))
    changed.files.backup_manifest = sha256(readFileSync(manifest))
    writeFileSync(description, JSON.stringify(changed))
    assert.match((await restore(target, forged)) ?? '', /was not signed with the key .* or was changed/)
    rmSync(join(forged, 'backup.signature'))
    assert.match((await restore(target, forged)) ?? '', /is not signed\. .* --unverified/)
    assert.deepEqual(readdirSync(target), [], 'nothing is left of it')
  })

  fullTest(
    'that somebody has added a folder to is not restored: the server asks only whether a name exists',
    async () => {
      const forged = makeSmallCopy(listCopies(daily)[0]?.folder ?? '')
      const target = join(makeFolder(), 'data')
      const [archive, description] = [join(forged, 'base.tar'), join(forged, 'backup.json')]
      const content = readFileSync(archive)
      const withoutEnd = content.subarray(0, content.length - 1024)
      for (const name of ['standby.signal/', 'base/16000000/']) {
        writeFileSync(archive, Buffer.concat([withoutEnd, tarEntry(name, ''), Buffer.alloc(1024)]))
        const refusal = `cannot be used: ${name.slice(0, -1)} is not in its manifest`
        assert.ok((await restore(target, forged))?.includes(refusal), name)
      }
      assert.deepEqual(readdirSync(target), [], 'nothing is left of it')

      const { folders, ...earlier } = JSON.parse(readFileSync(description, 'utf8'))
      assert.ok(folders.includes('pg_notify'), 'a folder of the server is empty in a backup')
      const unverified = { from: forged, replaces: false, key: undefined, isUnverified: true, now }
      writeFileSync(description, JSON.stringify({ ...earlier, folders: [...folders, 'standby.signal'] }))
      writeFileSync(archive, Buffer.concat([tarEntry('standby.signal/', ''), content]))
      await assert.rejects(
        restoreBackup({ dataDir: target, ...unverified }),
        /standby\.signal would change how the server starts/,
      )
      writeFileSync(description, JSON.stringify(earlier))
      await assert.rejects(restoreBackup({ dataDir: target, ...unverified }), /standby\.signal is not in its/)
      writeFileSync(archive, content)
      await restoreBackup({ dataDir: target, ...unverified })
    },
  )

  test('that is not known is restored with a flag', async () => {
    const small = makeSmallCopy(listCopies(daily)[0]?.folder ?? '')
    const { code, output } = await restoreByCommand(join(makeFolder(), 'data'), [small, '--unverified'])
    assert.equal(code, 0, output)
  })
})

describe('without a backup, the health report is DEGRADED at once, and the service runs', () => {
  /** Starts a service with daily backups to a folder; it has no store that could be copied. */
  async function startWith(t: TestContext, folder: string): Promise<TestService> {
    const settings = { folder, copies: 7, minuteOfDay: 0 }
    const backups = createBackupMonitor(settings, now(), now)
    const service = new TestService({}, { backups })
    await service.start()
    t.after(() => service.stop())
    const stop = startDailyBackups(service.ctx, settings, backups)
    t.after(stop)
    return service
  }
  const healthOf = async (service: TestService) => (await service.call('GET', '/health')).body.data
  const untilOverdue = (service: TestService) =>
    until(async () => (await healthOf(service)).backup.overdue, 60_000, 'a backup that is overdue')

  test('if BACKUP_DIR cannot be written', async (t) => {
    const file = join(makeFolder(), 'a-file')
    writeFileSync(file, '')
    const service = await startWith(t, file)
    await untilOverdue(service)
    const { status, backup } = await healthOf(service)
    assert.deepEqual([status, backup.lastAt], ['DEGRADED', null])
    const errors = service.logLines
      .filter((line) => line.includes('BACKUP_DIR cannot be used'))
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      errors.map(({ level, folder }) => [level, folder]),
      [[50, file]],
    )
    assert.match(errors[0].reason, /it is not a folder/)
    await service.signUp()
  })

  fullTest('if an attempt has failed', async (t) => {
    const service = await startWith(t, makeFolder())
    await untilOverdue(service)
    const { status, backup } = await healthOf(service)
    assert.deepEqual([status, backup.lastAt], ['DEGRADED', null])
    const log = () => service.logLines.join('')
    await until(() => log().includes('job failed; it will be retried'), undefined, 'a line of the log')
    assert.doesNotMatch(log(), /BACKUP_DIR cannot be used/)
  })
})
