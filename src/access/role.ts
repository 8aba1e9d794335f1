export const roles = ['PATIENT', 'CAREGIVER', 'ADMIN'] as const
export type Role = (typeof roles)[number]
