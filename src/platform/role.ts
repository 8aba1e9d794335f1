export const roles = ['PATIENT', 'CAREGIVER', 'ADMIN'] as const
export type Role = (typeof roles)[number]

/** Also that of a station, which has no account: only routes that name it accept it. */
export type ActorRole = Role | 'STATION'
