// npm run simulate -- [options]: simulates wearables and their wearers against a running service; see --help.
// npm run simulate -- --home [options]: plays a day of a home with all kinds of devices over its broker.
import { Refused } from './simulate/api.ts'
import { createDisplay } from './simulate/display.ts'
import { runHome } from './simulate/home/run.ts'
import { evaluateOffline, printOfflineResults } from './simulate/offline.ts'
import { readSimulateOptions, type SimulateOptions } from './simulate/options.ts'
import { simulate } from './simulate/run.ts'
import { devicesOf, printSummary } from './simulate/summary.ts'
import { compareWrists, printComparison } from './simulate/wrist-comparison.ts'
import { openTerminal, printError } from './terminal.ts'

if (process.argv.includes('--home')) await runHome()
else {
  const options = readSimulateOptions()
  if (options.offline) {
    printOfflineResults(evaluateOffline(options.offline, options))
    printComparison(compareWrists(options.hours, options))
  } else await runSimulation(options)
}

async function runSimulation(options: SimulateOptions): Promise<void> {
  const { scenario, seed, url } = options
  const terminal = openTerminal()
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  terminal.print(
    terminal.paint('bold', `${devicesOf(options)} at ${url}, scenario ${scenario}, seed ${seed}`),
  )
  try {
    const outcome = await simulate(options, stopped.signal, createDisplay(terminal))
    printSummary(terminal, outcome, options)
  } catch (error) {
    if (stopped.signal.aborted) process.exit(130)
    printError(explain(error, options))
    process.exit(1)
  }
}

function explain(error: unknown, { url }: SimulateOptions): string {
  const { message, code } = error as Error & { code?: string }
  if (code === 'ECONNREFUSED')
    return `No service answers at ${url}. Start one with npm start, or pass its address with --url.`
  if (error instanceof Refused && error.status === 429) return `${message}\n${adviceFor(error)}`
  return message || String(error)
}

/** Says what to do about a rate limit that lasts too long to wait for. */
function adviceFor({ path, retryAfter }: Refused): string {
  const later = retryAfter > 0 ? `Try again in ${Math.ceil(retryAfter / 60)} min` : 'Try again later'
  switch (path) {
    case '/auth/signup':
      return `${later}, or use the caregiver of an earlier run: --email and --password.`
    case '/patients':
      return `${later}, or leave out --email and --password: a new caregiver can invite again.`
    default:
      return `${later}.`
  }
}
