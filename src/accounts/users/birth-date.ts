import { invalidFields } from '../../platform/lib/errors.ts'

/** assertBorn throws 400 for a date of birth that does not lie in the past, by the clock of the service. */
export function assertBorn({ dateOfBirth }: { dateOfBirth?: string | null | undefined }, now: Date): void {
  if (dateOfBirth && dateOfBirth >= now.toISOString().slice(0, 10)) {
    throw invalidFields({ dateOfBirth: 'must lie in the past' })
  }
}
