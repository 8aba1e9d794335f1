import { createHash } from 'node:crypto'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { AnyCaller, Context } from '../../platform/context.ts'
import { createConcurrencyLimiter } from '../../platform/lib/concurrency-limiter.ts'
import { secondsPerHour } from '../../platform/lib/duration.ts'
import { refusal, unavailable } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import type { RedisLink } from '../../platform/redis/redis.ts'
import { createCounter } from '../../platform/redis/request-counter.ts'
import type { User } from '../users/user.ts'
import * as users from '../users/users.service.ts'
import type { PasswordReset } from './auth.schemas.ts'
import type { Auth, SignedIn } from './auth.service.ts'
import { type MailSender, mailLink } from './mail-link.ts'
import { createResetLink, validHours } from './password-reset-links.ts'
import { consumePasswordReset, findUserOfReset } from './password-resets.store.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'

/** How many requests for one e-mail address have an effect. */
const accountLimit = { points: 3, seconds: secondsPerHour }

export interface PasswordResetParts {
  auth: Auth
  sessions: Sessions
  passwords: Passwords
  sender: MailSender
  redis?: RedisLink | undefined
}

export type PasswordResets = ReturnType<typeof createPasswordResets>

export function createPasswordResets(ctx: Context, parts: PasswordResetParts) {
  const { auth, sessions, passwords, sender, redis } = parts
  const accounts = createCounter('password-resets', ctx.config.rateLimits.signup && accountLimit, redis)
  // One at a time, so that many requests do not take connections from others; mails are sent outside of it.
  const lookups = createConcurrencyLimiter({
    maxConcurrent: 1,
    maxQueued: 1000,
    refuse: () => unavailable('PASSWORD_RESETS_BUSY'),
  })
  const pending = new Set<Promise<void>>()
  const sendsMail = sender.sendsMail && ctx.config.notifications.publicUrl !== undefined

  return {
    /** Whether a link can be sent by mail; otherwise an admin has to make one. */
    sendsMail,

    /**
     * Sends a link if the account can be signed in to. It returns before the account is looked up, so that
     * neither the answer nor its time shows whether there is one.
     */
    request(caller: AnyCaller, email: string): void {
      const work = serve(caller, email).catch((error) =>
        ctx.log.warn({ err: error }, 'a password reset could not be prepared'),
      )
      pending.add(work)
      void work.finally(() => pending.delete(work))
    },

    /** Sets the password, ends all sessions and signs in. */
    async complete(caller: AnyCaller, { token, password }: PasswordReset): Promise<SignedIn> {
      const userId = await findUserOfReset(ctx.db, token, ctx.now())
      if (!userId) throw invalidLink()
      const passwordHash = await passwords.hash(password)
      return sessions.alter(userId, async (tx) => {
        // The account is locked before its reset, here and where one is made or voided.
        const user = await users.lockUser(tx, userId)
        if (user?.status !== 'active' || !(await consumePasswordReset(tx, token))) throw invalidLink()
        await users.setPasswordHash(tx, userId, passwordHash)
        await sessions.endAll(tx, userId)
        await recordAuditEntry(
          ctx,
          tx,
          { ...caller, actor: { id: user.id, role: user.role } },
          { action: 'auth.password_reset', message: 'Password reset by a link', subjectId: userId },
        )
        return auth.signIn(tx, caller, user, passwordHash)
      })
    },

    /** Waits for the requests that were accepted. */
    async close(): Promise<void> {
      await Promise.all(pending)
    },
  }

  async function serve(caller: AnyCaller, email: string): Promise<void> {
    // Counted for addresses without an account as well. Beyond the limit, the link that was sent last stays valid.
    const count = await accounts?.consume(createHash('sha256').update(email).digest('base64url'))
    if (count && !count.allowed) return
    const user = await lookups.run(() => users.findUserByEmail(ctx.db, email))
    if (!user) return
    const url = await lookups.run(() => prepareLink(caller, user))
    if (!url) return
    await mailLink(ctx, caller, sender, {
      ...{ userId: user.id, email, url },
      tag: `password-reset-${user.id}`,
      title: 'Choose a new password',
      text: mailText,
      failure: {
        action: 'auth.password_reset_not_sent',
        message: 'The link to reset the password could not be mailed',
        logMessage: 'the link to reset a password could not be mailed',
      },
    })
  }

  /** Returns undefined if nothing can be sent. */
  async function prepareLink(caller: AnyCaller, { id }: User): Promise<string | undefined> {
    return ctx.db.transaction(async (tx) => {
      const user = await users.lockUser(tx, id)
      if (!user) return undefined
      const isUsable = user.status === 'active' && (await users.findPasswordHash(tx, id)) !== null
      const link = isUsable && sendsMail ? await createResetLink(ctx, tx, id, validHours.mail) : undefined
      await recordAuditEntry(ctx, tx, caller, {
        action: 'auth.password_reset_requested',
        message: `Password reset requested${link ? '' : '; no link is sent'}`,
        subjectId: id,
      })
      return link?.url ?? undefined
    })
  }
}

const mailText = [
  'Somebody asked to reset the password of your Fallwatch account.',
  'Open the link within an hour to choose a new password. It works once.',
  'If it was not you, ignore this message: your password stays as it is.',
].join('\n')

function invalidLink() {
  return refusal('RESET_LINK_INVALID', undefined, { fields: { token: fieldMessage('RESET_LINK_INVALID') } })
}
