// npm run simulate -- [options]: wearables and the people who wear them, in front of a Fallwatch; --help tells the rest.
import { Refused } from './simulate/api.ts'
import { createDisplay } from './simulate/display.ts'
import { evaluateOffline, printOfflineResults } from './simulate/offline.ts'
import { readSimulateOptions, type SimulateOptions } from './simulate/options.ts'
import { simulate } from './simulate/run.ts'
import { printSummary } from './simulate/summary.ts'
import { compareWrists, printComparison } from './simulate/wrist-comparison.ts'

const options = readSimulateOptions()
if (options.offline) {
  printOfflineResults(evaluateOffline(options.offline, options))
  printComparison(compareWrists(options.hours, options))
} else await runSimulation(options)

async function runSimulation(options: SimulateOptions): Promise<void> {
  const { devices, scenario, seed, url } = options
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  console.log(
    `${devices} ${devices === 1 ? 'device' : 'devices'} at ${url}, scenario ${scenario}, seed ${seed}`,
  )
  try {
    printSummary(await simulate(options, stopped.signal, createDisplay()), options)
  } catch (error) {
    if (stopped.signal.aborted) process.exit(130)
    console.error(explain(error, options))
    process.exit(1)
  }
}

function explain(error: unknown, { url }: SimulateOptions): string {
  const { message, code } = error as Error & { code?: string }
  if (code === 'ECONNREFUSED')
    return `There is no service at ${url}. Start one with npm start, or name it with --url.`
  if (error instanceof Refused && error.status === 429) {
    return `${message}\nThe service counts signups and logins. Wait, or give --email and --password of a caregiver who has an account.`
  }
  return message || String(error)
}
