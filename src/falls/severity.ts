import { type FallLevel, fallLevels } from './fall-level.ts'

export const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
export type Severity = (typeof severities)[number]

const severityByLevel: Record<FallLevel, Severity | null> = {
  NO_FALL: null,
  SUSPICIOUS: 'LOW',
  POTENTIAL: 'MEDIUM',
  HIGH: 'HIGH',
  CONFIRMED: 'CRITICAL',
}

/** severityOf says how bad a fall of that level is; no fall is not bad at all. */
export function severityOf(level: FallLevel): Severity | null {
  return severityByLevel[level]
}

/** levelsOf gives the levels that are that bad. */
export function levelsOf(severity: Severity): FallLevel[] {
  return fallLevels.filter((level) => severityByLevel[level] === severity)
}
