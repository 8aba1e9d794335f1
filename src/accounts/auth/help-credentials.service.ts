import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context, Principal } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Client, clientAddress } from '../../platform/lib/client-address.ts'
import { msPerDay, secondsPerDay } from '../../platform/lib/duration.ts'
import { refusal, tooMany } from '../../platform/lib/errors.ts'
import { createKeyedLimiter } from '../../platform/lib/keyed-limiter.ts'
import { helpTokenPrefix, isHelpToken } from '../../platform/token-prefixes.ts'
import { lockUser } from '../users/users.service.ts'
import * as store from './help-credentials.store.ts'

/** A page that is used at least once in this time can always call for help. */
export const helpCredentialSeconds = 365 * secondsPerDay
/** How often a page that is used has its credential extended. */
const extendAfterMs = msPerDay
/** More browsers than a person has. */
const maxPerPatient = 20
const maxUserAgentLength = 300

/** A token has 256 random bits, so a fast hash is safe; slow ones are for passwords. */
const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** The browser that a credential is for, with the one that it has. */
export interface HelpBrowser {
  token?: string | undefined
  userAgent?: string | undefined
  /** The key of a phone that is a device: the credential ends with it. */
  deviceKeyId?: string | null
}

export type HelpCredentials = ReturnType<typeof createHelpCredentials>

/**
 * A help credential stays in the browser of a patient when the sign-in ends: with it, a page can only call for help, say
 * "I'm fine" and read the state of the call. It is looked up each time, so that it ends everywhere at once.
 */
export function createHelpCredentials(ctx: Context) {
  // An invented token costs a statement.
  const lookUps = createKeyedLimiter({
    maxPerKey: 16,
    maxTotal: 64,
    maxQueuedPerKey: 128,
    refuse: () => tooMany('TOO_MANY_REQUESTS_AT_ONCE'),
  })

  const expiry = (now: Date) => new Date(now.getTime() + helpCredentialSeconds * 1000)

  async function find(userId: string, token: string, db: Db = ctx.db) {
    if (!isHelpToken(token)) return undefined
    const found = await store.findHelpCredential(db, hashToken(token), ctx.now())
    return found?.userId === userId ? found : undefined
  }

  /** Does what `issue` does in a transaction that has locked the patient. */
  async function issueIn(
    tx: Db,
    caller: Caller,
    { token: former, userAgent, deviceKeyId = null }: HelpBrowser,
  ) {
    const { id: userId } = caller.actor
    const now = ctx.now()
    const own = former && (await find(userId, former, tx))
    // A credential of the patient's own page stays when the key of a phone ends; that of a former key does not.
    if (own && (deviceKeyId === null || own.deviceKeyId === null)) {
      await store.extendHelpCredential(tx, own.id, now, expiry(now))
      if (deviceKeyId === null) await store.keepForPage(tx, own.id)
      else await store.shareHelpCredential(tx, own.id, deviceKeyId)
      return { token: former, expiresAt: expiry(now) }
    }
    const token = helpTokenPrefix + randomBytes(32).toString('base64url')
    const expiresAt = expiry(now)
    if (former && isHelpToken(former)) await store.deleteHelpCredentialByHash(tx, hashToken(former))
    await store.insertHelpCredential(tx, {
      ...{ id: randomUUID(), userId, createdAt: now, lastUsedAt: now, expiresAt, deviceKeyId },
      hash: hashToken(token),
      userAgent: userAgent?.slice(0, maxUserAgentLength) ?? null,
    })
    await store.deleteSurplus(tx, userId, maxPerPatient)
    await recordAuditEntry(ctx, tx, caller, {
      action: 'auth.help_page_allowed',
      message: 'A browser may call for help without a sign-in',
      subjectId: userId,
    })
    return { token, expiresAt }
  }

  return {
    /** Returns the patient behind a token; undefined if it is invalid or has expired. */
    async findOwner(token: string, client: Client): Promise<Principal | undefined> {
      if (!isHelpToken(token)) return undefined
      const found = await lookUps.run(clientAddress(client), () =>
        store.findHelpCredential(ctx.db, hashToken(token), ctx.now()),
      )
      return found && { actor: { id: found.userId, role: 'PATIENT' }, sessionId: found.id }
    },

    /** Makes a credential for the browser of a patient, in place of that of somebody else; their own is extended. */
    async issue(caller: Caller, browser: HelpBrowser) {
      const { id: userId } = caller.actor
      return ctx.db.transaction(async (tx) => {
        if (!(await lockUser(tx, userId))) throw refusal('INVALID_TOKEN')
        return issueIn(tx, caller, browser)
      })
    },

    issueIn,

    /** Finds the patient's credential behind a token, and extends it once a day. */
    async use(userId: string, token: string) {
      const now = ctx.now()
      const found = await find(userId, token)
      if (!found) return undefined
      const isExtended = now.getTime() - found.lastUsedAt.getTime() >= extendAfterMs
      if (!isExtended) return { id: found.id, expiresAt: found.expiresAt, isExtended }
      const expiresAt = expiry(now)
      await store.extendHelpCredential(ctx.db, found.id, now, expiresAt)
      return { id: found.id, expiresAt, isExtended }
    },

    /**
     * Ends the caller's own credential in this browser, when they sign out; that of somebody else stays, and that of a phone,
     * which ends with its key. Returns whether the browser has none any more.
     */
    async end({ actor }: Caller, token: string): Promise<boolean> {
      const found = await find(actor.id, token)
      return found !== undefined && (await store.endHelpCredential(ctx.db, found.id)) === 'ended'
    },
  }
}
