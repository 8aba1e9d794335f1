import { fallKinds } from './falls.ts'
import type { SimulateOptions } from './options.ts'
import type { Outcome } from './run.ts'

/** In milliseconds; less than this says nothing. */
const mostLate = 100

/** printSummary tells what came of a run. */
export function printSummary(
  { totals, detections, alerts, caregiver, slowedTo }: Outcome,
  options: SimulateOptions,
) {
  const { live, backfilled, seconds, p50, p99, late, troubles } = totals
  const falls = detections.counts()
  const batches = backfilled > 0 ? `, and ${backfilled} later, in batches` : ''
  console.log(`
${options.devices} devices for ${seconds.toFixed(0)} s
  readings  ${live} stored as they came, ${(live / seconds).toFixed(1)}/s${batches}
  latency   p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms
  falls     ${falls.injected} injected, ${falls.detected} detected, ${falls.missed} missed, ${falls.pending} too late to tell`)
  for (const kind of fallKinds) {
    const { detected, missed, medianDelay } = detections.counts(kind)
    if (detected + missed === 0) continue
    const delay = medianDelay === undefined ? '' : `, typically ${medianDelay.toFixed(1)} s after the impact`
    console.log(`            ${kind.padEnd(9)} ${detected} of ${detected + missed}${delay}`)
  }
  console.log(`  alarms    ${falls.falseAlarms} false
  alerts    ${alerts}`)
  for (const [name, count] of troubles) console.log(`  trouble   ${count} × ${name}`)
  if (late > mostLate) {
    console.log(`
Devices were woken ${late.toFixed(0)} ms late: this machine has no time for so many, and latency tells of that too.`)
  }
  if (slowedTo !== undefined) {
    console.log(`
The service takes a reading every ${slowedTo} ms from each device, so time ran slower than --speed ${options.speed}.
Start it with RATE_LIMIT_SENSOR=off to let devices send faster.`)
  }
  if (!options.remove) {
    console.log(`
To look at the alerts, or to run again: --email ${caregiver.email} --password '${caregiver.password}'`)
  }
}
