import { isUniqueViolation } from '../../platform/db/database-errors.ts'
import { refusal } from '../../platform/lib/errors.ts'

/** Tells which of the two unique fields of an account that people give belongs to somebody else. */
export function explainTaken(error: unknown): never {
  if (isUniqueViolation(error, 'users_by_sign_in_name')) throw refusal('SIGN_IN_NAME_TAKEN')
  if (isUniqueViolation(error)) throw refusal('EMAIL_TAKEN')
  throw error
}
