/** The severities of incidents, the most urgent first. */
export const severities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const
export type Severity = (typeof severities)[number]

/** bySeverity orders a list, the most urgent first. */
export const bySeverity = <Item extends { severity: Severity }>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
