import type { Terminal } from '../terminal.ts'
import { listFallsCommand, runAgainCommand } from './commands.ts'
import { fallKinds } from './falls.ts'
import { caregiverName, fullName } from './names.ts'
import type { SimulateOptions } from './options.ts'
import type { Outcome } from './run.ts'

/** In milliseconds; a smaller delay is not reported. */
const mostLate = 100

/** Prints the results of a run, and the commands to look at them. */
export function printSummary(terminal: Terminal, outcome: Outcome, options: SimulateOptions): void {
  const { paint, print, printLine } = terminal
  const { totals, detections, alerts, incidents, slowedTo } = outcome
  const { live, backfilled, seconds, p50, p99, late, errors } = totals
  const falls = detections.counts()
  const row = (name: string, text: string) =>
    print(`${paint('dim', name.padEnd(9))} ${text}`, { indent: 2, hanging: 12 })

  printLine('')
  print(paint('bold', `${devicesOf(options)}, ${seconds.toFixed(0)} s`))
  const batches = backfilled > 0 ? `, and ${backfilled} in batches` : ''
  row('readings', `${live} live, ${(live / seconds).toFixed(1)}/s${batches}`)
  row('latency', `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
  const { injected, detected, missed, pending } = falls
  const decided = `${detected} detected, ${missed > 0 ? paint('red', `${missed} missed`) : '0 missed'}`
  row('falls', `${injected} injected, ${decided}, ${pending} undecided at the end`)
  for (const kind of fallKinds) {
    const { detected, missed, medianDelay } = detections.counts(kind)
    if (detected + missed === 0) continue
    const delay = medianDelay === undefined ? '' : `, median ${medianDelay.toFixed(1)} s after the impact`
    printLine(`            ${kind.padEnd(9)} ${detected} of ${detected + missed}${delay}`)
  }
  row('alarms', falls.falseAlarms > 0 ? paint('magenta', `${falls.falseAlarms} false`) : '0 false')
  row('alerts', String(alerts))
  if (incidents) {
    const kinds = incidents.byKind.map(([kind, count]) => `${count} ${kind}`)
    row('incidents', kinds.length > 0 ? `${kinds.join(', ')}; ${incidents.open} open` : 'none')
  }
  for (const [name, count] of errors) row('errors', paint('red', `${count} × ${name}`))
  if (late > mostLate) {
    printLine('')
    print(
      `Devices ran ${late.toFixed(0)} ms late: this machine is too slow for so many, which the latency includes.`,
    )
  }
  if (slowedTo !== undefined) {
    printLine('')
    print(
      `The service accepts a reading every ${slowedTo} ms from each device, so time ran slower than --speed ${options.speed}. Start it with RATE_LIMIT_SENSOR=off to let devices send faster.`,
    )
  }
  if (!options.remove) printCommands(terminal, outcome, options)
}

export const devicesOf = ({ devices }: SimulateOptions) =>
  `${devices} ${devices === 1 ? 'device' : 'devices'}`

function printCommands(
  { paint, print, printLine }: Terminal,
  { caregiver, base }: Outcome,
  { caregiver: known, url }: SimulateOptions,
): void {
  const whose = known ? 'the caregiver' : fullName(caregiverName)
  printLine('')
  print(`To log in as ${whose} and list the falls, paste:`)
  printLine('')
  for (const line of listFallsCommand(base, caregiver)) printLine(paint('cyan', line))
  printLine('')
  print('To run again with the same caregiver, without another signup:')
  printLine('')
  printLine(paint('cyan', runAgainCommand(url, caregiver)))
}
