import type { Config } from '../../platform/config.ts'
import { forbidden } from '../../platform/lib/errors.ts'

/** assertSignupOpen throws 403 if the installation lets nobody, or nobody with this role, create an account. */
export function assertSignupOpen(mode: Config['signup'], role?: string): void {
  if (mode === 'closed') throw forbidden('Nobody can sign up here. Ask an admin for an invitation.')
  if (mode === 'patients' && role !== undefined && role !== 'PATIENT')
    throw forbidden('Only patients can sign up here. Ask an admin for an invitation.')
}
