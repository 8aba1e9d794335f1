import type { Context } from '../../platform/context.ts'
import { installationChannel } from '../../platform/db/channels.ts'
import type { Heartbeat } from '../../platform/db/heartbeat.ts'
import { findHold, type Hold, type HoldReason } from '../../platform/db/installation.ts'

/** Knows whether anything may leave the service. All processes on a database are held together. */
export interface NotificationHold {
  current(): Hold | undefined
  /** Reads the database again. */
  refresh(): Promise<Hold | undefined>
  /** Does something once nothing is held, which may be at once. */
  onceReleased(work: () => void): void
}

const why: Record<HoldReason, string> = {
  RESTORED: 'this database was restored from a backup',
  COPIED: 'this database ran elsewhere before',
  SETTING: 'NOTIFICATIONS=held',
}

/** What operators read in the log and the startup banner. */
export const describeHold = ({ reason }: Pick<Hold, 'reason'>) =>
  `No messages are sent, and no broker is connected: ${why[reason]}. An admin releases them in the console.`

/** Begins with what the store was opened with. */
export function createNotificationHold(
  ctx: Context,
  heartbeat: Heartbeat,
  initial: Hold | undefined,
): NotificationHold {
  let hold = initial
  let waiting: (() => void)[] = []

  async function refresh(): Promise<Hold | undefined> {
    const before = hold
    hold = await findHold(ctx.db)
    if (hold && !before) ctx.log.warn({ reason: hold.reason }, describeHold(hold))
    if (before && !hold) ctx.log.info('messages are released')
    if (!hold) {
      const due = waiting
      waiting = []
      for (const work of due) work()
    }
    return hold
  }

  const refreshLater = () =>
    void refresh().catch((error) => ctx.log.warn({ err: error }, 'it is unknown whether messages are held'))
  heartbeat.onNotification((channel) => {
    if (channel === installationChannel) refreshLater()
  })
  heartbeat.onConnectionLost(refreshLater)

  return {
    current: () => hold,
    refresh,
    onceReleased(work) {
      if (hold) waiting.push(work)
      else work()
    },
  }
}
