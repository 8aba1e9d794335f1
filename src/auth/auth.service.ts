import { randomBytes, randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { conflict, forbidden, invalidFields, unauthorized } from '../lib/errors.ts'
import * as users from '../users/users.store.ts'
import type { InvitationAcceptance, Login, Signup } from './auth.schemas.ts'
import { findInvitedUser, insertInvitation, takeInvitation } from './invitations.store.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'

const invitationDays = 7

export interface SignedIn {
  user: users.User
  token: string
}

export interface Invitation {
  token: string
  expiresAt: Date
}

export type Auth = ReturnType<typeof createAuth>

export function createAuth(ctx: Context, sessions: Sessions, passwords: Passwords) {
  return { signUp, logIn, invite, acceptInvitation }

  async function signUp({ email, password, firstName, lastName, role }: Signup): Promise<SignedIn> {
    // Asked first because the answer is cheap, and decided by the insert because two may ask at once.
    if (await users.findUserByEmail(ctx.db, email)) throw emailTaken()
    const passwordHash = await passwords.hash(password)
    return ctx.db.transaction(async (tx) => {
      const now = ctx.now()
      const account = { id: randomUUID(), email, passwordHash, firstName, lastName, role }
      const user = await users.insertUser(tx, { ...account, createdAt: now, lastLogin: now })
      if (!user) throw emailTaken()
      return { user, token: await sessions.open(tx, user.id) }
    })
  }

  async function logIn({ email, password }: Login): Promise<SignedIn> {
    const user = await users.findCredentials(ctx.db, email)
    const matches = await passwords.verify(user?.passwordHash, password)
    if (!user?.passwordHash || !matches) throw wrongCredentials()
    const { passwordHash } = user
    return ctx.db.transaction((tx) => signIn(tx, user, passwordHash))
  }

  /** invite lets a person who has an account without a password choose one. */
  async function invite(tx: Db, userId: string): Promise<Invitation> {
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(ctx.now().getTime() + invitationDays * 86_400_000)
    await insertInvitation(tx, token, userId, expiresAt)
    return { token, expiresAt }
  }

  async function acceptInvitation({ token, password }: InvitationAcceptance): Promise<SignedIn> {
    const userId = await findInvitedUser(ctx.db, token, ctx.now())
    if (!userId) throw invitationOver()
    const passwordHash = await passwords.hash(password)
    return ctx.db.transaction(async (tx) => {
      const user = (await takeInvitation(tx, token)) && (await users.findUser(tx, userId))
      if (!user) throw invitationOver()
      await users.setPasswordHash(tx, user.id, passwordHash)
      return signIn(tx, user, passwordHash)
    })
  }

  async function signIn(tx: Db, user: users.User, passwordHash: string): Promise<SignedIn> {
    if (user.status !== 'active') throw forbidden('This account is inactive')
    if (!(await users.recordLogin(tx, user.id, passwordHash, ctx.now()))) throw wrongCredentials()
    return { user, token: await sessions.open(tx, user.id) }
  }
}

const emailTaken = () => conflict('Email already registered')
const wrongCredentials = () => unauthorized('Invalid email or password')
const invitationOver = () => invalidFields({ token: 'is not a valid invitation, or was used or has expired' })
