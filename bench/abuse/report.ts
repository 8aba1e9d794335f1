import { formatCounts, printTable } from '../figures.ts'
import { type Row, verdictOf, violationsOf } from './verdict.ts'

const header = [
  '',
  'by',
  'goal',
  'requests',
  'MB sent',
  'conn.',
  'reading p50',
  'p99',
  'longest ms',
  'slow',
  '503',
  'other',
  'fall p99',
  'failed',
  'missed',
  'call p99',
  'failed',
  'message p99',
  'longest',
  'late',
  'live p99',
  'late',
  'alerts p99',
  'failed',
  'sign-in p99',
  'failed',
  'RSS MB',
  'highest',
  'after',
  'CPU s',
  'PG CPU s',
  'answer kB',
  'stall ms',
  'lag p99',
  'lag',
  'others %',
  'disk ms',
]

/** Prints the table, and below it the violations of each attack. */
export function printRows(rows: Row[]): void {
  printTable(header, rows.map(cellsOf))
  console.log()
  for (const row of rows) {
    const violations = violationsOf(row)
    if (violations.length > 0) console.log(`${row.name}: ${violations.join('; ')}`)
  }
  console.log()
  for (const { name, attack, unansweredNames } of rows) {
    if (!attack) continue
    const { responses, refusedConnections, hangingConnections } = attack.cost
    const parts = [
      `responses to the attacker: ${formatCounts(new Map(Object.entries(responses)))}`,
      ...(refusedConnections > 0 ? [`${refusedConnections} connections were refused`] : []),
      ...(hangingConnections > 0
        ? [`up to ${hangingConnections} connections to receivers that never answer`]
        : []),
      ...(unansweredNames > 0 ? [`${unansweredNames} questions for names without an answer`] : []),
    ]
    console.log(`${name}: ${parts.join('; ')}`)
  }
}

function cellsOf(row: Row): (string | number)[] {
  const { readings, falls, detectedFalls, calls, messages, events } = row.clients
  const { alerts, signIns, probe, generatorLag } = row.clients
  const { residentMb, serviceCpuSeconds, postgresCpuSeconds, othersCpuShare, longestSyncMs } = row.usage
  const cost = row.attack?.cost
  const shed = readings.failures['503'] ?? 0
  return [
    row.name,
    row.attacker,
    verdictOf(row),
    cost?.requests ?? '–',
    cost ? Math.round(cost.sentBytes / 1e6) : '–',
    cost?.connections ?? '–',
    Math.round(readings.p50Ms),
    Math.round(readings.p99Ms),
    Math.round(readings.longestMs),
    readings.slow,
    shed,
    readings.failed - shed,
    Math.round(falls.p99Ms),
    falls.failed,
    `${detectedFalls.missed} of ${detectedFalls.fallen}`,
    Math.round(calls.p99Ms),
    calls.failed,
    Math.round(messages.p99Ms),
    Math.round(messages.longestMs),
    messages.late,
    Math.round(events.p99Ms),
    events.late,
    Math.round(alerts.p99Ms),
    alerts.failed,
    Math.round(signIns.p99Ms),
    signIns.failed,
    residentMb.before,
    residentMb.highest,
    row.hasExited ? 'ended' : residentMb.after,
    serviceCpuSeconds,
    postgresCpuSeconds,
    cost ? Math.round(cost.largestResponseBytes / 1e3) : '–',
    Math.round(probe.longestMs),
    Math.round(generatorLag.p99Ms),
    Math.round(generatorLag.longestMs),
    Math.round(othersCpuShare * 100),
    Math.round(longestSyncMs),
  ]
}
