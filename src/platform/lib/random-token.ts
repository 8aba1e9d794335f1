import { randomBytes } from 'node:crypto'

/**
 * 256 random bits in base64url. It never begins with a hyphen: in a CSV file it would look like a formula
 * and get an apostrophe, with which it does not work.
 */
export function randomToken(): string {
  for (;;) {
    const token = randomBytes(32).toString('base64url')
    if (!token.startsWith('-')) return token
  }
}
