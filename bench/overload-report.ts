import { printTable, rounded } from './figures.ts'
import { type Outcome, otherStatuses } from './overload-tally.ts'

/** The result of offering readings at one rate. */
export interface Step {
  /** The offered rate as a multiple of the peak. */
  times: number
  offeredPerSecond: number
  goodputPerSecond: number
  goodputOfPeak: number
  /** Relative to the peak over the same number of connections. */
  goodputOfPeakOverAllConnections: number
  notSent: { noConnection: number; noDevice: number }
  generatorLagP99Ms: number
  readings: Outcome
  falls: Outcome
  highestResidentMb: number | null
  endResidentMb: number | null
}

export interface OverloadMemory {
  before: number | null
  twoMinutesAfter: number | null
}

export function reportOverload(steps: Step[], maxConnections: number, residentMb: OverloadMemory): void {
  console.log('Readings, by the offered rate; latencies count from when a reading was due:')
  printTable(
    [
      '',
      'offered/s',
      'stored/s',
      'of peak',
      `of ${maxConnections}'s`,
      'p50 ms',
      'p99 ms',
      '503',
      '503 p50',
      '503 p99',
      'no conn.',
      'no device',
      'lag p99',
      'RSS MB',
    ],
    steps.map(({ times, readings, notSent, ...step }) => [
      `${times} ×`,
      step.offeredPerSecond,
      step.goodputPerSecond,
      step.goodputOfPeak,
      step.goodputOfPeakOverAllConnections,
      readings.accepted.p50Ms,
      readings.accepted.p99Ms,
      percent(readings.shedShare),
      readings.shed.p50Ms,
      readings.shed.p99Ms,
      notSent.noConnection,
      notSent.noDevice,
      step.generatorLagP99Ms,
      step.highestResidentMb ?? '–',
    ]),
  )
  for (const { times, readings } of steps) {
    const others = otherStatuses(readings, ['200', '503'])
    if (others) console.log(`${times} ×: neither 200 nor 503: ${others}`)
    if (readings.shedWithoutRetryAfter > 0)
      console.log(`${times} ×: ${readings.shedWithoutRetryAfter} responses with 503 lacked Retry-After`)
  }
  reportFalls(steps)
  const { before, twoMinutesAfter } = residentMb
  console.log(`service RSS: ${before ?? '–'} MB before, ${twoMinutesAfter ?? '–'} MB two minutes after`)
}

function reportFalls(steps: Step[]): void {
  console.log('\nFalls reported meanwhile, each over a new connection:')
  printTable(
    ['', 'sent', '201', 'p50 ms', 'p99 ms', 'longest ms', 'others'],
    steps.map(({ times, falls }) => {
      const { p50Ms, p99Ms, longestMs } = falls.accepted
      const others = otherStatuses(falls, ['201']) ?? 'none'
      return [`${times} ×`, falls.sent, percent(falls.acceptedShare), p50Ms, p99Ms, longestMs, others]
    }),
  )
  const sent = steps.reduce((sum, { falls }) => sum + falls.sent, 0)
  const accepted = steps.reduce((sum, { falls }) => sum + (falls.statuses['201'] ?? 0), 0)
  console.log(`${accepted} of ${sent} falls accepted (${percent(accepted / sent)})`)
}

const percent = (share: number) => `${rounded(share * 100, 2)} %`
