import { type FallLevel, fallLevels } from './fall-level.ts'

export const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
export type Severity = (typeof severities)[number]

/** The same, the most urgent first: the order of what is listed. */
export const mostUrgentFirst: readonly Severity[] = [...severities].reverse()

const severityByLevel: Record<FallLevel, Severity | null> = {
  NO_FALL: null,
  SUSPICIOUS: 'LOW',
  POTENTIAL: 'MEDIUM',
  HIGH: 'HIGH',
  CONFIRMED: 'CRITICAL',
}

/** The severity of a level; null for NO_FALL. */
export function severityOf(level: FallLevel): Severity | null {
  return severityByLevel[level]
}

/** Lists the levels of a severity. */
export function levelsOf(severity: Severity): FallLevel[] {
  return fallLevels.filter((level) => severityByLevel[level] === severity)
}
