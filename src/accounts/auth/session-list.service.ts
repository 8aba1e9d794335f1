import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { getUser } from '../users/users.service.ts'
import { deleteListed, type ListedSession, listSessions } from './session-list.store.ts'
import type { Sessions } from './sessions.ts'

/** Lists the sessions and help pages of an account, or throws 404. */
export async function listSessionsOf(ctx: Context, userId: string): Promise<ListedSession[]> {
  await getUser(ctx, userId)
  return listSessions(ctx.db, userId, ctx.now())
}

/** Ends a session or help page of an account, in every process, or throws 404. */
export async function endListed(
  ctx: Context,
  caller: Caller,
  sessions: Sessions,
  userId: string,
  id: string,
): Promise<void> {
  await sessions.alter(userId, async (tx) => {
    const kind = await deleteListed(tx, userId, id)
    if (!kind) throw refusal('SESSION_NOT_FOUND')
    const [action, message] =
      kind === 'SESSION'
        ? ['auth.session_ended', 'A session was ended']
        : ['auth.help_page_ended', 'A browser may no longer call for help without a sign-in']
    await recordAuditEntry(ctx, tx, caller, { action, message, subjectId: userId })
  })
}
