// npm run demo -- --console [options]: a house full of people to look around in, on a service of its own that is deleted
// at Ctrl-C. Exits with 2 if an option is wrong.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../harness/free-port.ts'
import { type Running, startService, unlimited } from '../harness/start-service.ts'
import { openCluster } from '../src/platform/db/embedded/cluster.ts'
import { defaultPatienceSeconds } from './demo/caretaker.ts'
import { type ConsoleDemoOptions, consoleUsage, readConsoleOptions } from './demo/console-options.ts'
import { furnishHouse, houseHz } from './demo/house/furnish-house.ts'
import { accountsOf, type House, sends } from './demo/house/house.ts'
import { liveInHouse } from './demo/live-house.ts'
import { openReceivers } from './demo/receivers.ts'
import { openApi } from './simulate/api.ts'
import { createLibrary } from './simulate/library.ts'
import { fullName } from './simulate/names.ts'
import { openTerminal } from './terminal.ts'

const usualPort = 8080
const admin = { email: 'admin@demo.example', password: 'Lindenhof-Admin-2026!' }

const options = readOptions()
const { print, printLine, paint } = openTerminal()
const stopped = new AbortController()
const { signal } = stopped
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopped.abort())

const port = await choosePort(options)
const url = `http://127.0.0.1:${port}`
const dataDir = mkdtempSync(join(tmpdir(), 'fallwatch-demo-'))
const receivers = await openReceivers()
const api = openApi(url)
let service: Running | undefined
try {
  printLine(paint('bold', `Fallwatch  ${url}`))
  print('A service of its own starts, and a house moves in. This takes some seconds.')
  service = await startService(dataDir, settings())
  signal.throwIfAborted()
  const library = createLibrary({ seed: options.seed, hz: houseHz })
  const connection = openCluster(dataDir).connection()
  const house = await furnishHouse(api, { connection, admin, seed: options.seed, receivers, library, signal })
  printHouse(house)
  await liveInHouse(api, house, { ...options, library, say, signal })
} catch (error) {
  if (!signal.aborted) {
    console.error(error)
    process.exitCode = 1
  }
} finally {
  api.close()
  await service?.stop()
  await receivers.stop()
  rmSync(dataDir, { recursive: true, force: true })
  printLine('')
  printLine('The service has stopped, and its files are deleted.')
}

function settings(): Record<string, string> {
  return {
    ...unlimited,
    // Somebody who looks around has several browsers, all of one address.
    RATE_LIMIT_INVITATIONS: 'off',
    RATE_LIMIT_CONNECTIONS: 'off',
    LOG_LEVEL: 'error',
    // The history of a fall replaces readings, which must not have been packed before.
    PACK_READINGS_AFTER: 'off',
    PORT: String(port),
    PUBLIC_URL: url,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    SESSION_DURATION: '7d',
    TIME_ZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...receivers.settings,
  }
}

function printHouse(house: House): void {
  const rows = accountsOf(house).map(({ email, password, role, ...name }) => [
    email,
    password,
    role,
    fullName(name),
  ])
  const headings = ['E-mail', 'Password', 'Role', 'Name']
  const widths = headings.map((_, i) => Math.max(...[headings, ...rows].map((row) => row[i]?.length ?? 0)))
  const line = (row: string[]) =>
    row
      .map((text, i) => text.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  printLine('')
  printLine(paint('bold', line(headings)))
  for (const row of rows) printLine(line(row))
  printLine('')
  const silent = house.patients.find((patient) => !sends(patient))
  print(
    `${silent ? `The wearable of ${fullName(silent)} has been silent since yesterday; the others send every second. ` : ''}` +
      `${options.fallEverySeconds ? `Somebody falls about every ${options.fallEverySeconds} s. ` : 'Nobody falls. '}` +
      `Falls and calls that nobody answers for ${defaultPatienceSeconds / 60} minutes are resolved by the demo. ` +
      'Everything is deleted at Ctrl-C.',
  )
  printLine('')
}

function say(text: string): void {
  printLine(`${paint('dim', new Date().toTimeString().slice(0, 8))} ${text}`)
}

async function choosePort({ port: wanted }: ConsoleDemoOptions): Promise<number> {
  try {
    return await findFreePort(wanted ?? usualPort)
  } catch {
    if (wanted === undefined) return findFreePort()
    console.error(`Port ${wanted} is in use. Choose another with --port, or leave it out.`)
    process.exit(1)
  }
}

function readOptions(): ConsoleDemoOptions {
  try {
    return readConsoleOptions(process.argv.slice(2))
  } catch (error) {
    console.error(
      `${(error as Error).message.replace(/\.? To specify a positional.*/s, '')}. ${consoleUsage}`,
    )
    process.exit(2)
  }
}
