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
]

/** printRows prints the table, and below it the violations of each attack. */
export function printRows(rows: Row[]): void {
  printTable(header, rows.map(cellsOf))
  console.log()
  for (const row of rows) {
    const violations = violationsOf(row)
    if (violations.length > 0) console.log(`${row.name}: ${violations.join('; ')}`)
  }
  console.log()
  for (const { name, attack } of rows) {
    if (!attack) continue
    const { responses, refusedConnections } = attack.cost
    const refused = refusedConnections > 0 ? `; ${refusedConnections} connections were refused` : ''
    console.log(
      `${name}: responses to the attacker: ${formatCounts(new Map(Object.entries(responses)))}${refused}`,
    )
  }
}

function cellsOf(row: Row): (string | number)[] {
  const { readings, falls, detectedFalls, alerts, signIns, probe, generatorLag } = row.clients
  const { residentMb, serviceCpuSeconds, postgresCpuSeconds, othersCpuShare } = row.usage
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
  ]
}
