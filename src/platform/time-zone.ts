import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { installationChannel } from './db/channels.ts'
import type { Db } from './db/database.ts'
import type { Heartbeat } from './db/heartbeat.ts'
import { findTimeZone } from './db/installation.ts'

/** What applies while nobody has set a time zone. */
const defaultTimeZone = 'UTC'

const retryMs = 1000

/** The time zone of the installation: what an admin has set, else TIME_ZONE, else UTC. */
export interface TimeZone {
  current(): string
  /** Reads the setting again. All other processes do so, too, when they are notified. */
  refresh(): Promise<void>
}

export interface TimeZoneParts {
  db: Db
  heartbeat: Heartbeat
  config: Config
  log: Logger
}

/** Reads the setting before anything is scheduled by it. */
export async function openTimeZone({ db, heartbeat, config, log }: TimeZoneParts): Promise<TimeZone> {
  let setting = await findTimeZone(db)

  async function refresh(): Promise<void> {
    setting = await findTimeZone(db)
  }

  /** A notification may have been missed while the database could not be reached. */
  async function refreshOnceReachable(): Promise<void> {
    for (;;) {
      try {
        return await refresh()
      } catch (error) {
        if (heartbeat.alive) log.warn({ err: error }, 'the time zone could not be read again')
        await sleep(retryMs, undefined, { ref: false })
      }
    }
  }

  heartbeat.onNotification((channel) => {
    if (channel === installationChannel) void refreshOnceReachable()
  })
  heartbeat.onConnectionLost(() => void refreshOnceReachable())

  const fallback = fixedTimeZone(config).current()
  return { current: () => setting ?? fallback, refresh }
}

/** That of the settings alone. */
export const fixedTimeZone = ({ timeZone = defaultTimeZone }: Pick<Config, 'timeZone'>): TimeZone => ({
  current: () => timeZone,
  refresh: async () => {},
})
