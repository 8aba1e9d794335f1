import { mostUrgentFirst, type Severity } from '../../../src/detection/levels/severity.ts'

/** Orders a list, the most urgent first. */
export const bySeverity = <Item extends { severity: Severity }>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => mostUrgentFirst.indexOf(a.severity) - mostUrgentFirst.indexOf(b.severity))
