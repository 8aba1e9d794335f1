import { createSigner, createVerifier } from 'fast-jwt'
import { z } from 'zod'
import { secondsPerDay } from '../../platform/lib/duration.ts'

const issuer = 'fallwatch'
const audience = 'fallwatch-acknowledgement'

/** How long a link in a message can be used. */
const validSeconds = secondsPerDay

const claimsSchema = z.object({
  sub: z.guid(),
  incident: z.guid(),
  round: z.int(),
  contact: z.guid().optional(),
  exp: z.number(),
  iss: z.literal(issuer),
  aud: z.literal(audience),
})

/** What the link in a message permits: one person acknowledges one incident. */
export interface AcknowledgementClaim {
  userId: string
  incidentId: string
  /** The contact to which the message was sent; unknown of a link of an earlier version. */
  contactId?: string | undefined
  /** The round in which the message was sent: the link is worthless once the incident was acknowledged. */
  round: number
}

export type AcknowledgementTokens = ReturnType<typeof createAcknowledgementTokens>

/** Signs and verifies the tokens of links, which replace a sign-in for this act alone. */
export function createAcknowledgementTokens(secret: string, now: () => Date) {
  const signToken = createSigner({ key: secret, algorithm: 'HS256', iss: issuer, aud: audience })
  // The schema checks the claims, and expiry is checked by the clock of the service.
  const verifyToken = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    ignoreExpiration: true,
    cache: false,
  })
  return {
    /** The same for each attempt of a delivery, which was created at `createdAt`. */
    sign({ userId, incidentId, contactId, round }: AcknowledgementClaim, createdAt: Date): string {
      const seconds = Math.floor(createdAt.getTime() / 1000)
      return signToken({
        sub: userId,
        incident: incidentId,
        round,
        ...(contactId && { contact: contactId }),
        iat: seconds,
        exp: seconds + validSeconds,
      })
    },
    /** Returns undefined for a token that we did not sign, or that has expired. */
    verify(token: string): AcknowledgementClaim | undefined {
      try {
        const claims = claimsSchema.parse(verifyToken(token))
        if (claims.exp * 1000 <= now().getTime()) return undefined
        const { sub: userId, incident: incidentId, contact: contactId, round } = claims
        return { userId, incidentId, contactId, round }
      } catch {
        return undefined
      }
    },
  }
}
