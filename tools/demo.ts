// npm run demo -- [--curl] [--stay]: one fall, from the wearable to the caregiver who comes, and a button pressed in a
// bathroom, on a service that runs for as long as that takes. Exits with 0 if the fall was detected and the button was
// heard, everybody was told in time, and somebody acknowledged both.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findFreePort } from '../harness/free-port.ts'
import { type Running, startService } from '../harness/start-service.ts'
import { type Outcome, playDemo } from './demo/play.ts'
import { openReceivers } from './demo/receivers.ts'
import { createStage } from './demo/stage.ts'
import { openTerminal } from './terminal.ts'

const { curl, stay } = readOptions()
const terminal = openTerminal()
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.abort())

/** In milliseconds. */
const longest = 120_000
const curtainSeconds = 15
const tooLong = setTimeout(() => stopped.abort(new Error('The demo took too long')), longest)

const makeFolder = (name: string) => mkdtempSync(join(tmpdir(), `fallwatch-${name}-`))
const dataDir = makeFolder('demo')
const curlDir = curl ? makeFolder('curl') : undefined
const stage = createStage(terminal, curlDir)
const receivers = await openReceivers()
let service: Running | undefined
try {
  stage.say(
    `One fall, from the wearable to the caregiver, and a button pressed in a bathroom. This takes about a minute. ${
      curl
        ? 'The curl commands work in another terminal while the service runs.'
        : 'To see a curl command for each step, run npm run demo -- --curl.'
    }`,
  )
  stage.step('A separate service starts, with an embedded database, and receivers for its messages')
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const admin = { email: 'admin@demo.example', password: `Aa1%${randomBytes(12).toString('base64url')}` }
  service = await startService(dataDir, {
    LOG_LEVEL: 'error',
    PORT: String(port),
    PUBLIC_URL: url,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...receivers.settings,
  })
  stopped.signal.throwIfAborted()
  const outcome = await playDemo({ stage, url, receivers, admin, signal: stopped.signal })
  clearTimeout(tooLong)
  process.exitCode = outcome.isWell ? 0 : 1
  if (stay) await untilStopped(url, outcome)
  else if (curl) await curtain()
} catch (error) {
  const { reason } = stopped.signal
  if (!stopped.signal.aborted) console.error(error)
  else if (reason instanceof Error && reason.name !== 'AbortError') console.error(reason.message)
  process.exitCode = 1
} finally {
  clearTimeout(tooLong)
  await service?.stop()
  await receivers.stop()
  for (const folder of [dataDir, curlDir]) if (folder) rmSync(folder, { recursive: true, force: true })
  stage.say('')
  stage.say('The service has stopped, and its files are deleted.')
}

/** Time to try the last commands. */
async function curtain(): Promise<void> {
  stage.say(`The service stops in ${curtainSeconds} seconds. With --stay it runs until you press Ctrl-C.`)
  await sleep(curtainSeconds * 1000, undefined, { signal: stopped.signal }).catch(() => {})
}

async function untilStopped(url: string, { caregiver: { email, password } }: Outcome): Promise<void> {
  stage.say('The service runs until you press Ctrl-C. Log in as Ana in the API explorer:')
  for (const line of [`${url}/docs`, `E-mail    ${email}`, `Password  ${password}`]) stage.detail(line)
  const awake = setInterval(() => {}, 60_000)
  if (!stopped.signal.aborted) await once(stopped.signal, 'abort')
  clearInterval(awake)
}

function readOptions(): { curl: boolean; stay: boolean } {
  const flag = { type: 'boolean', default: false } as const
  try {
    const { curl, stay } = parseArgs({ options: { curl: flag, stay: flag } }).values
    return { curl, stay }
  } catch (error) {
    console.error(`${(error as Error).message}\nUsage: npm run demo -- [--curl] [--stay], or --console`)
    process.exit(1)
  }
}
