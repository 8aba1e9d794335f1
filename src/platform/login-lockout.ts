import { secondsPerMinute } from './lib/duration.ts'

const loginBlockMinutes = 15

/** The API contract tells the eleventh login to retry in 15 minutes, so whoever has tried too often waits that long. */
export const loginBlockSeconds = loginBlockMinutes * secondsPerMinute

export const tryAgainAfterBlock = `Please try again in ${loginBlockMinutes} minutes.`
export const tooManyLogins = `Too many login attempts. ${tryAgainAfterBlock}`
