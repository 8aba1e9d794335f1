import type { Config } from '../../platform/config.ts'
import { refusal } from '../../platform/lib/errors.ts'

/** Throws 403 if the installation lets nobody, or nobody with this role, create an account. */
export function assertSignupOpen(mode: Config['signup'], role?: string): void {
  if (mode === 'closed') throw refusal('SIGNUP_CLOSED')
  if (mode === 'patients' && role !== undefined && role !== 'PATIENT') throw refusal('SIGNUP_PATIENTS_ONLY')
}
