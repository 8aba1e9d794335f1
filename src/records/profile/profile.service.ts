import { voidPasswordReset } from '../../accounts/auth/password-reset-links.ts'
import type { Passwords } from '../../accounts/auth/passwords.ts'
import type { Sessions } from '../../accounts/auth/sessions.ts'
import { assertBorn } from '../../accounts/person-fields.ts'
import type { User } from '../../accounts/users/user.ts'
import * as users from '../../accounts/users/users.service.ts'
import { type DeletionOptions, removeAccount } from '../../care/account-deletion/remove-account.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import type { PasswordChange } from './profile.schemas.ts'

export type Profiles = ReturnType<typeof createProfiles>

export function createProfiles(ctx: Context, sessions: Sessions, passwords: Passwords) {
  return { update, changePassword, deleteAccount }

  async function update(caller: Caller, change: users.UserChange): Promise<User> {
    const { id } = caller.actor
    assertBorn(change, ctx.now())
    return ctx.db.transaction(async (tx) => {
      const user = await users.changeUser(tx, id, change)
      const message = 'Own profile changed'
      await recordAuditEntry(ctx, tx, caller, { action: 'profile.updated', message, subjectId: id })
      return user
    })
  }

  /** Ends every other session. */
  async function changePassword(caller: Caller, change: PasswordChange): Promise<void> {
    const { actor, sessionId } = caller
    const currentHash = await users.findPasswordHash(ctx.db, actor.id)
    const matches = await passwords.verify(currentHash, change.currentPassword)
    if (!currentHash || !matches) throw wrongCurrentPassword()
    const newHash = await passwords.hash(change.newPassword)
    await sessions.alter(actor.id, async (tx) => {
      if (!(await users.replacePasswordHash(tx, actor.id, currentHash, newHash))) throw wrongCurrentPassword()
      await sessions.endAll(tx, actor.id, sessionId)
      await voidPasswordReset(ctx, tx, caller, actor.id)
      await recordAuditEntry(ctx, tx, caller, {
        action: 'auth.password_changed',
        message: 'Password changed',
      })
    })
  }

  /** Deletes all data and sessions of the user permanently. */
  async function deleteAccount(caller: Caller, options: DeletionOptions): Promise<void> {
    await removeAccount(ctx, caller, sessions, caller.actor.id, options)
  }
}

function wrongCurrentPassword() {
  return refusal('CURRENT_PASSWORD_INCORRECT', undefined, {
    fields: { currentPassword: fieldMessage('PASSWORD_INCORRECT') },
  })
}
