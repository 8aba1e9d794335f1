import { createSigner, createVerifier } from 'fast-jwt'
import { z } from 'zod'
import { createBoundedMap } from '../../platform/lib/bounded-map.ts'
import { refusal } from '../../platform/lib/errors.ts'

const issuer = 'fallwatch'
const audience = 'fallwatch-api'

/** The role is not a claim: it is read from the database, so that a change takes effect at once. */
const claimsSchema = z.object({
  sub: z.guid(),
  sid: z.guid(),
  iat: z.number(),
  exp: z.number(),
  iss: z.literal(issuer),
  aud: z.literal(audience),
})
export type Claims = Omit<z.infer<typeof claimsSchema>, 'iss' | 'aud'>

export interface Tokens {
  sign(claims: Claims): string
  /** Returns the claims of a token that we signed and that has not expired, or throws 401. */
  verify(token: string, now: Date): Claims
}

/** Verified tokens are cached: a look-up costs 0.1 µs where a verification costs 10. */
const maxCachedTokens = 20_000

export function createTokens(secret: string): Tokens {
  const signToken = createSigner({ key: secret, algorithm: 'HS256', iss: issuer, aud: audience })
  const verifyToken = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    // The schema checks the claims, since a missing one would pass here; expiry is checked by the clock of the service.
    ignoreExpiration: true,
    cache: false,
  })
  const cached = createBoundedMap<string, Claims>(maxCachedTokens)

  function verifyAndCache(token: string): Claims {
    try {
      const claims = claimsSchema.parse(verifyToken(token))
      cached.set(token, claims)
      return claims
    } catch {
      throw refusal('INVALID_TOKEN')
    }
  }

  return {
    sign: (claims) => signToken(claims),
    verify(token, now) {
      const claims = cached.get(token) ?? verifyAndCache(token)
      if (claims.exp * 1000 <= now.getTime()) {
        cached.delete(token)
        throw refusal('INVALID_TOKEN')
      }
      return claims
    },
  }
}
