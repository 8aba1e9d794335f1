import { openTerminal, printError } from '../../terminal.ts'
import { openApi } from '../api.ts'
import { moveIn, moveOut } from './move-in.ts'
import { type HomeOptions, readHomeOptions } from './options.ts'
import { type HomeOutcome, playDay } from './play.ts'

/** Plays a day of a home, and prints what came of it. It returns nothing if it was stopped. */
export async function simulateHome(
  options: HomeOptions,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<HomeOutcome> {
  const api = openApi(options.url, (seconds) =>
    say(`  Waiting ${seconds} s, as the service asks (RATE_LIMIT_GLOBAL).`),
  )
  signal.addEventListener('abort', api.close, { once: true })
  try {
    say('  Residents move in …')
    const home = await moveIn(api, { ...options, signal })
    try {
      say(`  A day begins, which takes ${options.minutes} min`)
      return await playDay(api, home, options, { signal, say })
    } finally {
      if (options.remove && !signal.aborted) {
        say('  Residents move out …')
        await moveOut(api, home)
      }
    }
  } finally {
    api.close()
  }
}

/** The command. Exits with 1 if a call was not recorded. */
export async function runHome(): Promise<void> {
  const options = readHomeOptions()
  const { print, paint } = openTerminal()
  const stopped = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort())
  print(
    paint(
      'bold',
      `A home of ${options.residents} at ${options.url}, by ${hostOf(options.mqttUrl)}, seed ${options.seed}`,
    ),
  )
  try {
    const outcome = await simulateHome(options, stopped.signal, (line) => print(line))
    for (const line of linesOf(outcome)) print(line, { indent: 2, hanging: 13 })
    const { calls, falls } = outcome
    if (calls.recorded < calls.made || falls.recorded < falls.made) process.exitCode = 1
  } catch (error) {
    if (stopped.signal.aborted) process.exit(130)
    printError((error as Error).message || String(error))
    process.exit(1)
  }
}

/** The URL of a broker may contain a password. */
const hostOf = (url: string) => new URL(url).host

export function linesOf({
  residents,
  devices,
  published,
  calls,
  falls,
  incidents,
  seconds,
}: HomeOutcome): string[] {
  const kinds = incidents.byKind.map(([kind, count]) => `${count} ${kind}`)
  return [
    `home       ${residents} residents, ${devices} devices, ${seconds.toFixed(0)} s`,
    `messages   ${published}, ${(published / seconds).toFixed(1)}/s`,
    `calls      ${calls.made} made, ${calls.recorded} recorded`,
    `falls      ${falls.made} seen by sensors, ${falls.recorded} recorded`,
    `incidents  ${kinds.length > 0 ? `${kinds.join(', ')}; ${incidents.open} open` : 'none'}`,
  ]
}
