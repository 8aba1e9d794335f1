import { invalidFields } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'

/** Throws 400 for a date of birth that does not lie in the past, by the clock of the service. */
export function assertBorn({ dateOfBirth }: { dateOfBirth?: string | null | undefined }, now: Date): void {
  if (dateOfBirth && dateOfBirth >= now.toISOString().slice(0, 10)) {
    throw invalidFields({ dateOfBirth: fieldMessage('NOT_PAST') })
  }
}
