/** What lets somebody in: a session, or the page of a patient that can only call for help. */
export const sessionKinds = ['SESSION', 'HELP_PAGE'] as const
export type SessionKind = (typeof sessionKinds)[number]
