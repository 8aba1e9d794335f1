import { assertMayActAsCaregiver } from '../../accounts/access/policy.ts'
import type { Auth } from '../../accounts/auth/auth.service.ts'
import { sendInvitation } from '../../accounts/auth/mail-invitation.ts'
import type { MailSender } from '../../accounts/auth/mail-link.ts'
import type { Sessions } from '../../accounts/auth/sessions.ts'
import { changeUser } from '../../accounts/users/users.service.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PageResult } from '../../platform/db/page.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { removeAccount } from '../account-deletion/remove-account.ts'
import { deleteAssignmentsOf } from './assignments.store.ts'
import type { CaregiverChange, CaregiversQuery, NewCaregiver } from './caregivers.schemas.ts'
import * as store from './caregivers.store.ts'

type Caregiver = store.Caregiver

export function listCaregivers(ctx: Context, page: CaregiversQuery): Promise<PageResult<Caregiver>> {
  return store.listCaregivers(ctx.db, page)
}

export async function getCaregiver(db: Db, id: string): Promise<Caregiver> {
  const caregiver = await store.findCaregiver(db, id)
  if (!caregiver) throw refusal('CAREGIVER_NOT_FOUND')
  return caregiver
}

/** Returns a caregiver if the caller may read them, or throws 404 or 403. */
export async function getReadableCaregiver(ctx: Context, caller: Caller, id: string): Promise<Caregiver> {
  const caregiver = await getCaregiver(ctx.db, id)
  assertMayActAsCaregiver(caller.actor, caregiver.id)
  return caregiver
}

/**
 * Creates an account without a password, and mails the invitation if there is an address and a mail server;
 * throws 409 if the address or the sign-in name is taken.
 */
export async function inviteCaregiver(
  ctx: Context,
  caller: Caller,
  { auth, sender }: { auth: Auth; sender: MailSender },
  newcomer: NewCaregiver,
) {
  const { email = null, signInName = null, firstName, lastName, ...more } = newcomer
  const invited = await ctx.db.transaction(async (tx) => {
    const account = { email, signInName, firstName, lastName, role: 'CAREGIVER' as const }
    const { user, invitation } = await auth.createInvitedUser(tx, account)
    await changeUser(tx, user.id, more)
    await recordAuditEntry(ctx, tx, caller, {
      action: 'caregiver.invited',
      message: 'Caregiver invited',
      subjectId: user.id,
    })
    return { ...(await getCaregiver(tx, user.id)), invitation }
  })
  const { id, invitation } = invited
  const mailed = await sendInvitation(ctx, caller, sender, { id, email, token: invitation.token })
  return { ...invited, invitation: { ...invitation, ...(mailed && { mailed: true as const }) } }
}

export async function changeCaregiver(
  ctx: Context,
  caller: Caller,
  id: string,
  change: CaregiverChange,
): Promise<Caregiver> {
  const caregiver = await getReadableCaregiver(ctx, caller, id)
  return ctx.db.transaction(async (tx) => {
    await changeUser(tx, caregiver.id, change)
    await recordAuditEntry(ctx, tx, caller, {
      action: 'caregiver.changed',
      message: `Changed ${Object.keys(change).join(', ') || 'nothing'}`,
      subjectId: caregiver.id,
    })
    return getCaregiver(tx, caregiver.id)
  })
}

export async function deleteCaregiver(
  ctx: Context,
  caller: Caller,
  sessions: Sessions,
  id: string,
): Promise<Caregiver> {
  const caregiver = await getCaregiver(ctx.db, id)
  await removeAccount(ctx, caller, sessions, caregiver.id)
  return caregiver
}

/** For a user whose role changes: all their assignments end. */
export async function dropAssignmentsOf(tx: Db, userId: string): Promise<void> {
  await deleteAssignmentsOf(tx, userId)
}
