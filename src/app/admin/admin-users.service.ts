import { createInvitation, revokeInvitation } from '../../accounts/auth/invitations.service.ts'
import {
  createResetLink,
  linkTo,
  type ResetLink,
  validHours,
  voidPasswordReset,
} from '../../accounts/auth/password-reset-links.ts'
import type { Sessions } from '../../accounts/auth/sessions.ts'
import { assertBorn } from '../../accounts/person-fields.ts'
import type { User } from '../../accounts/users/user.ts'
import {
  assertNotLastAdmin,
  changeUser,
  explainTaken,
  findPasswordHash,
  getUser,
  lockUser,
  setRole,
} from '../../accounts/users/users.service.ts'
import { endHandling } from '../../alerting/incidents/end-handling.ts'
import { alertNewRecipient } from '../../alerting/recipients/recipients.service.ts'
import { type DeletionOptions, removeAccount } from '../../care/account-deletion/remove-account.ts'
import { dropAssignmentsOf } from '../../care/caregivers/caregivers.service.ts'
import { lockTeams, reconcileTeamAssignments } from '../../care/caregivers/reconcile-team-assignments.ts'
import { leaveTeams } from '../../care/teams/teams.service.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { refusal } from '../../platform/lib/errors.ts'
import type { Role } from '../../platform/role.ts'

export { listUsers } from './admin-users.store.ts'

const editable = ['email', 'signInName', 'firstName', 'lastName', 'phone', 'dateOfBirth'] as const

export type UserEdit = {
  [Field in (typeof editable)[number] | 'status']?: (User[Field] & string) | undefined
}

/**
 * Changes the given fields. A user who becomes inactive is signed out everywhere at once, and a caregiver who
 * becomes active is alerted to the open falls of their patients.
 */
export async function editUser(
  ctx: Context,
  caller: Caller,
  sessions: Sessions,
  id: string,
  edit: UserEdit,
): Promise<User> {
  assertBorn(edit, ctx.now())
  let alerts = 0
  const user = await sessions.alter(id, async (tx) => {
    // Admins are locked before the user, here and below, to avoid deadlocks.
    if (edit.status === 'inactive') await assertNotLastAdmin(tx, id)
    const before = await getLocked(tx, id)
    const after = await changeUser(tx, id, edit).catch(explainTaken)
    if (after.status === 'inactive') {
      await sessions.endAllAndHelpPages(tx, id)
      await endHandling(tx, id, ctx.now())
    }
    // Invitations and links were sent to the old address.
    if (before.email !== after.email) await revokeInvitation(ctx, tx, caller, id)
    if (before.email !== after.email || after.status === 'inactive')
      await voidPasswordReset(ctx, tx, caller, id)
    const isActivated = before.status === 'inactive' && after.status === 'active'
    alerts = isActivated ? await alertNewRecipient(ctx, tx, id) : 0
    await recordEdit(ctx, tx, caller, before, after)
    return after
  })
  ctx.metrics.openFallsAlerted(alerts)
  return user
}

async function recordEdit(ctx: Context, tx: Db, caller: Caller, before: User, after: User): Promise<void> {
  const subjectId = after.id
  const changed = editable.filter((field) => before[field] !== after[field])
  if (changed.length > 0) {
    const message = `Changed ${changed.join(', ')}`
    await recordAuditEntry(ctx, tx, caller, { action: 'user.updated', message, subjectId })
  }
  if (before.status === after.status) return
  const [action, message] =
    after.status === 'active'
      ? ['user.activated', 'Account activated']
      : ['user.deactivated', 'Account deactivated']
  await recordAuditEntry(ctx, tx, caller, { action, message, subjectId })
}

/** Takes effect with the next request of every session. The assignments of the old role end. */
export async function changeRole(
  ctx: Context,
  caller: Caller,
  sessions: Sessions,
  id: string,
  role: Role,
): Promise<User> {
  return sessions.alter(id, async (tx) => {
    // An import assigns people of whom it knows the role.
    await lockTeams(tx)
    if (role !== 'ADMIN') await assertNotLastAdmin(tx, id)
    const user = await getLocked(tx, id)
    if (user.role === role) return user
    // The holder of the invitation could choose the password, and would get the new role.
    if ((await findPasswordHash(tx, id)) === null) throw refusal('INVITATION_NOT_ACCEPTED')
    await setRole(tx, id, role)
    await dropAssignmentsOf(tx, id)
    await leaveTeams(tx, id)
    // Somebody who becomes a patient may live in the ward of a team.
    await reconcileTeamAssignments(ctx, tx, caller, { patientIds: [id] })
    // An admin may go on with what they handle.
    if (role !== 'ADMIN') await endHandling(tx, id, ctx.now())
    await revokeInvitation(ctx, tx, caller, id)
    await voidPasswordReset(ctx, tx, caller, id)
    const message = `Role changed to ${role}`
    await recordAuditEntry(ctx, tx, caller, { action: 'user.role_changed', message, subjectId: id })
    return { ...user, role }
  })
}

/**
 * Makes a one-time link for somebody who cannot sign in: to reset the password or, if the account has
 * none yet, a new invitation to choose the first one.
 */
export async function createPasswordLink(
  ctx: Context,
  caller: Caller,
  id: string,
): Promise<ResetLink & { kind: 'PASSWORD_RESET' | 'INVITATION' }> {
  return ctx.db.transaction(async (tx) => {
    const user = await getLocked(tx, id)
    if (user.status !== 'active') throw refusal('ACCOUNT_INACTIVE')
    const audit = (action: string, message: string) =>
      recordAuditEntry(ctx, tx, caller, { action, message, subjectId: id })
    if (user.email === null && user.signInName === null) throw refusal('ACCOUNT_WITHOUT_EMAIL')
    if ((await findPasswordHash(tx, id)) === null) {
      const invitation = await createInvitation(ctx, tx, id)
      await audit('invitation.renewed', 'New invitation made')
      return { ...invitation, url: linkTo(ctx, 'invitation', invitation.token), kind: 'INVITATION' }
    }
    const link = await createResetLink(ctx, tx, id, validHours.admin)
    await audit('password_reset.created', 'Link to reset the password made')
    return { ...link, kind: 'PASSWORD_RESET' }
  })
}

export async function deleteUser(
  ctx: Context,
  caller: Caller,
  sessions: Sessions,
  id: string,
  options: DeletionOptions,
): Promise<void> {
  await getUser(ctx, id)
  await removeAccount(ctx, caller, sessions, id, options)
}

async function getLocked(tx: Db, id: string): Promise<User> {
  const user = await lockUser(tx, id)
  if (!user) throw refusal('USER_NOT_FOUND')
  return user
}
