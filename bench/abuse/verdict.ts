import { inWords } from '../figures.ts'
import type { AttackResult } from './attack.ts'
import type { EnvironmentUsage } from './environment.ts'
import { type Figures, slowMs } from './honest-figures.ts'

/** Row is what one attack took and what others noticed of it. */
export interface Row {
  name: string
  who: string
  played: AttackResult | undefined
  noticed: ReturnType<Figures['summary']>
  used: EnvironmentUsage
  hasDied: boolean
}

/** violationsOf says in which ways an attack did what none may do; an empty list is what is asked for. */
export function violationsOf({ noticed, hasDied, played }: Row): string[] {
  const { readings, falls, alerts, detectedFalls } = noticed
  const named = (failures: Record<string, number>) => inWords(new Map(Object.entries(failures)))
  return [
    ...(hasDied ? ['the service ended'] : []),
    ...(readings.slow > 0
      ? [`${readings.slow} readings took more than ${slowMs} ms, up to ${Math.round(readings.longestMs)}`]
      : []),
    ...(readings.failed > 0 ? [`readings: ${named(readings.failures)}`] : []),
    ...(falls.failed > 0 ? [`falls: ${named(falls.failures)}`] : []),
    ...(detectedFalls.missed > 0 ? [`${detectedFalls.missed} falls were not detected`] : []),
    ...(alerts.failed > 0 ? [`alerts: ${named(alerts.failures)}`] : []),
    ...(played?.harms ?? []),
  ]
}

/** Where others take more than this share of the machine, a slow reading may be their doing. */
const mostForOthers = 0.15

/** verdictOf puts the violations in a word; a question mark where the machine was too busy with other things to tell. */
export function verdictOf(row: Row): string {
  if (violationsOf(row).length === 0) return 'pass'
  return row.used.othersCpuShare > mostForOthers ? 'FAIL?' : 'FAIL'
}
