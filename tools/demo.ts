// npm run demo -- [--stay]: one fall, from the wearable to the person who comes to help, at a service that lives for as
// long as that takes. Ends with 0 when the fall was detected and a caregiver was told and has answered.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Running, startService } from '../bench/processes.ts'
import { playDemo } from './demo/play.ts'
import { createStage, type Stage } from './demo/stage.ts'

const { stay } = readOptions()
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.abort())

/** In milliseconds. A machine on which it takes longer than this has other troubles. */
const longest = 170_000
const curtainSeconds = 15
const tooLong = setTimeout(() => stopped.abort(new Error('The demo took too long')), longest)

const folders = ['demo', 'curl'].map((name) => mkdtempSync(join(tmpdir(), `fallwatch-${name}-`)))
const [dataDir = '', curlDir = ''] = folders
let service: Running | undefined
try {
  const stage = createStage(curlDir)
  stage.say(
    'One fall, from the wearable to the person who comes to help. It takes about a minute and a half.',
  )
  stage.say('The curl lines work in another terminal while it runs; with --stay, until you press Ctrl-C.')
  stage.step('A service of its own starts, with an embedded database')
  service = await startService(dataDir, { LOG_LEVEL: 'error' })
  stopped.signal.throwIfAborted()
  const isWell = await playDemo(stage, `http://127.0.0.1:${service.port}`, stopped.signal)
  clearTimeout(tooLong)
  process.exitCode = isWell ? 0 : 1
  await (stay ? untilStopped(stage) : curtain(stage))
} catch (error) {
  const { reason } = stopped.signal
  if (!stopped.signal.aborted) console.error(error)
  else if (reason instanceof Error && reason.name !== 'AbortError') console.error(reason.message)
  process.exitCode = 1
} finally {
  clearTimeout(tooLong)
  await service?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  console.log('\nThe service has stopped, and its folder is gone.')
}

/** Time to try the last lines. */
async function curtain({ say }: Stage): Promise<void> {
  say(`The service stops in ${curtainSeconds} seconds.`)
  await sleep(curtainSeconds * 1000, undefined, { signal: stopped.signal }).catch(() => {})
}

async function untilStopped({ say }: Stage): Promise<void> {
  say('The service stays until you press Ctrl-C.')
  const awake = setInterval(() => {}, 60_000)
  if (!stopped.signal.aborted) await once(stopped.signal, 'abort')
  clearInterval(awake)
}

function readOptions(): { stay: boolean } {
  try {
    return parseArgs({ options: { stay: { type: 'boolean', default: false } } }).values as { stay: boolean }
  } catch (error) {
    console.error(`${(error as Error).message}\nUsage: npm run demo -- [--stay]`)
    process.exit(1)
  }
}
