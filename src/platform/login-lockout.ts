import { secondsPerMinute } from './lib/duration.ts'
import { refusal, type Wait } from './lib/errors.ts'

const loginBlockMinutes = 15

/** The API contract tells the eleventh login to retry in 15 minutes, so whoever has tried too often waits that long. */
export const loginBlockSeconds = loginBlockMinutes * secondsPerMinute

export const tooManyLogins = (wait: Wait) => refusal('TOO_MANY_LOGINS', { minutes: loginBlockMinutes }, wait)
export const tooManyPasswordChanges = (wait: Wait) =>
  refusal('TOO_MANY_PASSWORD_CHANGES', { minutes: loginBlockMinutes }, wait)
