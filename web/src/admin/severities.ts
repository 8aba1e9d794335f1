/** The severities of incidents, the most urgent first. */
export const severities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const
export type Severity = (typeof severities)[number]
