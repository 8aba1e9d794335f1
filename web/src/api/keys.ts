/**
 * The keys of the query cache, in one place: live events find what they change by them. Lists begin with the name of what
 * they list, so that all variants of one are found by its first part.
 */
export const keys = {
  me: ['me'],
  profile: ['profile'],
  incidents: ['incidents'],
  unresolved: ['incidents', 'unresolved'],
  /** Read again with the lists of incidents. */
  shiftSummary: ['incidents', 'shift-summary'],
  incident: (id: string) => ['incident', id],
  /** Read again with the incident. */
  earlierEntries: (incidentId: string) => ['incident', incidentId, 'earlier'],
  trace: (fallId: string) => ['trace', fallId],
  overview: ['overview'],
  patient: (id: string) => ['patient', id],
  notes: (patientId: string) => ['patient', patientId, 'notes'],
  messages: ['messages'],
  contacts: ['contacts'],
  channels: ['channels'],
  held: ['held'],
  duty: ['duty'],
  teams: ['teams'],
  devices: ['devices'],
  nearby: ['nearby'] as const,
  admin: (...rest: readonly unknown[]) => ['admin', ...rest],
} as const
