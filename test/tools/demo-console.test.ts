import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findFreePort } from '../../harness/free-port.ts'
import { exitOf, makeFolder, serverPid } from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { followIncidents } from '../../tools/demo/caretaker.ts'
import { readConsoleOptions } from '../../tools/demo/console-options.ts'
import { createDirector } from '../../tools/demo/director.ts'
import { furnishHouse } from '../../tools/demo/house/furnish-house.ts'
import type { HousePatient } from '../../tools/demo/house/house.ts'
import { openApi } from '../../tools/simulate/api.ts'
import { createChance } from '../../tools/simulate/chance.ts'
import { createLibrary } from '../../tools/simulate/library.ts'
import { fullTest, isFull } from '../support/full.ts'
import { adminAccount, useService } from '../support/service.ts'

const runner = join(import.meta.dirname, '../../scripts/run.mjs')

/** The machine may be busy with other tests. */
const patienceMs = 120_000

function launchDemo(args: string[], folder: string) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, TMPDIR: folder, NO_COLOR: '1' }
  const child = spawn(process.execPath, [runner, 'demo', '--console', ...args], { env })
  const output = { text: '', errors: '' }
  child.stdout.on('data', (chunk) => (output.text += chunk))
  child.stderr.on('data', (chunk) => (output.errors += chunk))
  process.once('exit', () => child.kill('SIGTERM'))
  return { child, output, ended: exitOf(child) }
}

const foldersIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('fallwatch-demo-'))

/** Also true of a process that has ended and that nobody has asked for its exit status. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform === 'linux' && / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

interface Incident {
  id: string
  kind: string
  state: string
  openedAt: string
}

async function livesInHouse(): Promise<void> {
  const folder = makeFolder()
  const port = await findFreePort()
  const { child, output, ended } = launchDemo(['--port', String(port), '--fall-every', '2'], folder)
  const isOver = ended.then((code) => {
    throw new Error(`The demo ended with ${code}: ${output.text}${output.errors}`)
  })
  isOver.catch(() => {})
  await Promise.race([until(() => /deleted\s+at\s+Ctrl-C/.test(output.text), patienceMs), isOver])
  const lines = output.text.split('\n')
  assert.equal(lines[0], `Fallwatch  http://127.0.0.1:${port}`)

  const api = openApi(`http://127.0.0.1:${port}`)
  const rows = [...output.text.matchAll(/^(\S+@demo\.example) +(\S+) +(ADMIN|CAREGIVER|PATIENT) /gm)]
  const sessions = await Promise.all(
    rows.map(async ([, email, password, role]) => {
      const { body } = await api.ask<{ role: string }>('POST', '/auth/login', { body: { email, password } })
      assert.equal(body.data.role, role)
      return { role, token: body.token }
    }),
  )
  const count = (role: string) => sessions.filter((session) => session.role === role).length
  assert.deepEqual([count('ADMIN'), count('CAREGIVER'), count('PATIENT')], [1, 3, 12])

  const token = sessions.find(({ role }) => role === 'ADMIN')?.token
  const listIncidents = async () => (await api.ask<Incident[]>('GET', '/incidents', { token })).body.data
  await Promise.race([
    until(() => /^\d\d:\d\d:\d\d \S.* falls (in|on) /m.test(output.text), patienceMs),
    isOver,
  ])
  const isFall = ({ kind }: Incident) => kind === 'FALL'
  await Promise.race([until(async () => (await listIncidents()).some(isFall), patienceMs), isOver])
  await until(() => /detected: (POTENTIAL|HIGH|CONFIRMED), /.test(output.text), patienceMs)

  const store = join(folder, foldersIn(folder)[0] ?? '')
  const postgres = serverPid(store)
  child.kill('SIGTERM')
  assert.equal(await ended, 0, output.errors)
  api.close()
  assert.equal(output.errors, '')
  assert.deepEqual(foldersIn(folder), [])
  await until(() => isGone(postgres), patienceMs)
  assert.equal(await findFreePort(port), port)
}

fullTest(
  'the house of the console lives, falls are detected, everybody can sign in, and nothing is left of it',
  livesInHouse,
)

const service = useService({ RATE_LIMIT_GLOBAL: 'off', RATE_LIMIT_LOGIN: 'off' })

fullTest(
  'a furnished house has a past, a low battery and a silent wearable, and unanswered incidents are resolved',
  async () => {
    const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const api = openApi(url)
    const connection = { connectionString: service.databaseUrl }
    const house = await furnishHouse(api, { connection, admin: adminAccount })
    const { token } = house.admin
    const get = async <T>(path: string) => (await api.ask<T>('GET', path, { token })).body.data

    const { total } = await get<{ total: Record<string, number> }>('/admin/detection?weeks=12')
    assert.ok((total.realFalls ?? 0) > 5 && (total.falseAlarms ?? 0) > 0 && (total.cancelled ?? 0) > 0)
    const unresolved = await get<Incident[]>('/incidents')
    assert.deepEqual(unresolved.map(({ kind, state }) => `${kind} ${state}`).sort(), [
      'DEVICE_SILENT ACKNOWLEDGED',
      'LOW_BATTERY OPEN',
    ])
    const [rosa] = house.patients
    assert.ok(rosa)
    const from = new Date(Date.now() - 3 * 86_400_000).toISOString()
    const vitals = await get<{ readings: number }[]>(`/patients/${rosa.id}/vitals?from=${from}&bucket=1h`)
    assert.ok(vitals.reduce((sum, { readings }) => sum + readings, 0) > 1000)
    const falls = await get<{ id: string }[]>(`/patients/${rosa.id}/falls`)
    const trace = await get<{ readings: { samples: object | null }[] }>(`/falls/${falls[0]?.id}/trace`)
    assert.ok(trace.readings.length > 20 && trace.readings.every(({ samples }) => samples))

    const stopped = new AbortController()
    const lines: string[] = []
    const say = (line: string) => void lines.push(line)
    const followed = followIncidents(api, house, { say, signal: stopped.signal, patienceSeconds: 1 })
    try {
      const called = await api.ask<Incident>('POST', '/sos', { token: rosa.token, body: {} })
      const path = `/incidents/${called.body.data.id}`
      const resolved = await until(async () => {
        const incident = await get<Incident & { outcome: string }>(path)
        return incident.state === 'RESOLVED' && incident
      }, patienceMs)
      assert.equal(resolved.outcome, 'HELP_GIVEN')
      await until(() => lines.some((line) => /^resolved: Rosa Martín, SOS/.test(line)), patienceMs)
    } finally {
      stopped.abort()
      await followed
      api.close()
    }
  },
)

test('somebody falls about as often as wanted, nobody twice within two minutes, and nobody in a quiet house', () => {
  const library = createLibrary({ seed: 1, hz: 10 })
  const play = (fallEverySeconds: number | undefined) => {
    let seconds = 0
    const director = createDirector({
      ...{ fallEverySeconds, chance: createChance(1), say() {} },
      now: () => seconds * 1000,
    })
    const lives = [0, 1, 2].map((device) => {
      const patient = { id: String(device), firstName: 'A', lastName: 'B' } as HousePatient
      return director.live(patient, { device, library, chance: createChance(device) })
    })
    const falls: number[][] = lives.map(() => [])
    let buttons = 0
    for (; seconds < 1800; seconds++) {
      for (const [i, life] of lives.entries()) {
        const { fall, button } = life.next().value
        if (fall) falls[i]?.push(seconds)
        if (button) buttons++
      }
    }
    return { falls, buttons }
  }
  assert.deepEqual(play(undefined), { falls: [[], [], []], buttons: 0 })
  const { falls, buttons } = play(120)
  const total = falls.flat().length
  assert.ok(total >= 8 && total <= 20, `${total} falls in half an hour`)
  assert.ok(buttons > 0)
  for (const times of falls) {
    for (const [i, at] of times.entries()) assert.ok(i === 0 || at - (times[i - 1] ?? 0) >= 120)
  }
})

test('a wrong option of the console demo is one line, and exit status 2', async () => {
  const defaults = { port: undefined, fallEverySeconds: 60, seed: 1 }
  assert.deepEqual(readConsoleOptions(['--console']), defaults)
  const quiet = readConsoleOptions(['--console', '--quiet-house', '--port', '8081', '--seed', '7'])
  assert.deepEqual(quiet, { port: 8081, fallEverySeconds: undefined, seed: 7 })
  for (const [args, message] of [
    [['--port', '99999'], /^--port must be a whole number from 1 to 65535$/],
    [['--fall-every', '0'], /^--fall-every must be/],
    [['--seed', '-1'], /--seed/],
    [['--quiet-house', '--fall-every', '5'], /exclude each other/],
    [['--loud'], /--loud/],
  ] as const)
    assert.throws(() => readConsoleOptions(['--console', ...args]), { message })

  if (!isFull) return
  const { output, ended } = launchDemo(['--fall-every', 'often'], makeFolder())
  assert.equal(await ended, 2)
  assert.equal(output.text, '')
  assert.match(output.errors, /^--fall-every must be a whole number from 1 to 86400\. Usage: .*\n$/)
})
