import { randomUUID } from 'node:crypto'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Config } from '../../platform/config.ts'
import type { AnyCaller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { invalidFields, refusal } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import type { RedisLink } from '../../platform/redis/redis.ts'
import type { User } from '../users/user.ts'
import * as users from '../users/users.service.ts'
import type { InvitationAcceptance, Login, Signup } from './auth.schemas.ts'
import { createInvitation } from './invitations.service.ts'
import { consumeInvitation, findInvitedUser } from './invitations.store.ts'
import { createSignInThrottle } from './login-throttle.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'

export interface SignedIn {
  user: User
  token: string
}

/** Has an e-mail address, a sign-in name or both. */
export type InvitedAccount = Pick<User, 'firstName' | 'lastName' | 'role'> &
  Pick<User, 'email'> & { signInName?: string | null }

export type Auth = ReturnType<typeof createAuth>

export interface AuthParts {
  sessions: Sessions
  passwords: Passwords
  redis: RedisLink | undefined
  /** Alerts a caregiver who can sign in from now on to what is open, and returns the number of alerts. */
  alertNewRecipient(ctx: Context, tx: Db, caregiverId: string): Promise<number>
}

export function createAuth(ctx: Context, { sessions, passwords, redis, alertNewRecipient }: AuthParts) {
  const throttle = createSignInThrottle(ctx, redis)
  return { signUp, logIn, findTriedAccount, createInvitedUser, createResident, acceptInvitation, signIn }

  async function signUp(
    caller: AnyCaller,
    { email, password, firstName, lastName, role }: Signup,
  ): Promise<SignedIn> {
    // This check saves hashing a password; the insert decides if two sign up at once.
    if (await users.findUserByEmail(ctx.db, email)) throw emailTaken()
    const passwordHash = await passwords.hash(password)
    return ctx.db.transaction(async (tx) => {
      const now = ctx.now()
      const account = { id: randomUUID(), email, passwordHash, firstName, lastName, role }
      const user = await users.insertUser(tx, { ...account, createdAt: now, lastLogin: now })
      if (!user) throw emailTaken()
      await recordAuditEntry(ctx, tx, signedInAs(caller, user), {
        action: 'auth.signed_up',
        message: 'Signed up',
      })
      await throttle.rememberAddress(tx, caller, user.id)
      return { user, token: await sessions.open(tx, user.id) }
    })
  }

  async function logIn(caller: AnyCaller, { email, password }: Login): Promise<SignedIn> {
    const user = await users.findCredentials(ctx.db, email)
    const account = accountKey(user, email)
    const isKnownAddress = await throttle.admit(caller, account, user?.id)
    const matches = await passwords.verify(user?.passwordHash, password)
    if (!user?.passwordHash || !matches) {
      if (!isKnownAddress) await throttle.recordFailure(caller, account, user?.id)
      await recordAuditEntry(ctx, ctx.db, caller, {
        level: 'WARNING',
        action: 'auth.sign_in_failed',
        message: 'Wrong e-mail address or password',
        subjectId: user?.id ?? null,
      })
      throw wrongCredentials()
    }
    const { passwordHash } = user
    return ctx.db.transaction((tx) => signIn(tx, caller, user, passwordHash))
  }

  /** By what the attempts of an account are counted, and whether the caller's address is known. */
  async function findTriedAccount(caller: AnyCaller, email: string) {
    const user = await users.findCredentials(ctx.db, email)
    const key = accountKey(user, email)
    return { key, isKnown: () => throttle.isKnownAddress(caller, key, user?.id) }
  }

  /** Creates an account without a password, and an invitation; throws 409. */
  async function createInvitedUser(tx: Db, newcomer: InvitedAccount) {
    const user = await createUser(tx, newcomer)
    return { user, invitation: await createInvitation(ctx, tx, user.id) }
  }

  /** Creates the account of a patient without an e-mail address, who cannot sign in. */
  async function createResident(tx: Db, newcomer: Pick<User, 'firstName' | 'lastName'>): Promise<User> {
    return createUser(tx, { ...newcomer, email: null, role: 'PATIENT' })
  }

  async function createUser(
    tx: Db,
    newcomer: Pick<User, 'firstName' | 'lastName' | 'role' | 'email'> & { signInName?: string | null },
  ): Promise<User> {
    const account = { ...newcomer, id: randomUUID(), passwordHash: null, lastLogin: null }
    const user = await users.insertUser(tx, { ...account, createdAt: ctx.now() })
    if (user) return user
    const isEmailTaken = newcomer.email !== null && (await users.findUserByEmail(tx, newcomer.email))
    throw isEmailTaken ? emailTaken() : refusal('SIGN_IN_NAME_TAKEN')
  }

  /** Sets the password and signs in; a caregiver is alerted to the open falls of their patients. */
  async function acceptInvitation(
    caller: AnyCaller,
    { token, password }: InvitationAcceptance,
  ): Promise<SignedIn> {
    const userId = await findInvitedUser(ctx.db, token, ctx.now())
    if (!userId) throw invalidInvitation()
    const passwordHash = await passwords.hash(password)
    let alerts = 0
    const signedIn = await ctx.db.transaction(async (tx) => {
      // The account is locked before its invitation, as in changes by an admin, so that one transaction sees the other.
      const user = await users.lockUser(tx, userId)
      if (!user || !(await consumeInvitation(tx, token))) throw invalidInvitation()
      if (!(await users.setFirstPasswordHash(tx, user.id, passwordHash))) throw invalidInvitation()
      alerts = await alertNewRecipient(ctx, tx, user.id)
      return signIn(tx, caller, user, passwordHash)
    })
    ctx.metrics.openFallsAlerted(alerts)
    return signedIn
  }

  /** Opens a session for an account whose password was just verified or set. */
  async function signIn(tx: Db, caller: AnyCaller, user: User, passwordHash: string): Promise<SignedIn> {
    if (user.status !== 'active') throw refusal('SIGN_IN_INACTIVE')
    if (!(await users.recordLogin(tx, user.id, passwordHash, ctx.now()))) throw wrongCredentials()
    await recordAuditEntry(ctx, tx, signedInAs(caller, user), {
      action: 'auth.signed_in',
      message: 'Signed in',
    })
    await throttle.rememberAddress(tx, caller, user.id)
    return { user, token: await sessions.open(tx, user.id) }
  }
}

/** Adds the actor, who is known only after the sign-in. */
const signedInAs = (caller: AnyCaller, { id, role }: User): AnyCaller => ({
  ...caller,
  actor: { id, role },
})

/** Wrong passwords are counted by account, so that somebody with an address and a name is not guessed at twice as often. */
const accountKey = (user: User | undefined, given: string) => user?.email ?? user?.signInName ?? given

const emailTaken = () => refusal('EMAIL_TAKEN')
const wrongCredentials = () => refusal('CREDENTIALS_INCORRECT')
const invalidInvitation = () => invalidFields({ token: fieldMessage('INVITATION_INVALID') })

/** Throws 403 if the installation lets nobody, or nobody with this role, create an account. */
export function assertSignupOpen(mode: Config['signup'], role?: string): void {
  if (mode === 'closed') throw refusal('SIGNUP_CLOSED')
  if (mode === 'patients' && role !== undefined && role !== 'PATIENT') throw refusal('SIGNUP_PATIENTS_ONLY')
}
