import { createHash, randomInt } from 'node:crypto'
import { msPerMinute } from '../../platform/lib/duration.ts'

/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 8

/** How long a code can be used. */
export const codeValidityMs = 15 * msPerMinute

/** One of 2^40: with the limit of sign-ins by address, nobody guesses one within its 15 minutes. */
export const createCode = () =>
  Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Takes a code as people write it: in any case, with blanks and hyphens. Only the hash is stored. */
export const hashCode = (code: string) =>
  createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest()
