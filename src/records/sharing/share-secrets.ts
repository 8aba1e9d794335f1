import { createHash, randomBytes, randomInt } from 'node:crypto'
import { shareTokenPrefix } from '../../platform/token-prefixes.ts'

const codeDigits = 8

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Returns the token of a link, and the code that is told apart from it. */
export const createShareSecrets = () => ({
  token: randomBytes(32).toString('base64url'),
  code: randomInt(10 ** codeDigits)
    .toString()
    .padStart(codeDigits, '0'),
})

export const createSessionToken = () => shareTokenPrefix + randomBytes(32).toString('base64url')

/** A token has 256 random bits, so a fast hash is safe. */
export const hashToken = (token: string) => hash(token)

/** The token is part of it: without the link, the hash of a code says nothing. */
export const hashCode = (token: string, code: string) => hash(`${token} ${code}`)
