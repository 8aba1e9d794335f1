import { randomUUID } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { connectionsChannel } from '../../platform/db/channels.ts'
import type { Heartbeat } from '../../platform/db/heartbeat.ts'
import { resolvesWithin } from '../../platform/lib/resolves-within.ts'
import type { RedisLink } from '../../platform/redis/redis.ts'

/** Takeovers let a device have one connection in all processes: a newer one takes over from the one before. */
export interface Takeovers {
  /**
   * Calls `close` of the older connection of a device, and resolves once that has left. `leave` is called when nothing of
   * this connection is being stored any more; `close` may be called before the claim has resolved.
   */
  claim(device: number, close: () => void): Promise<{ leave(): void }>
  /** Resolves once all connections have left. */
  drained(): Promise<void>
}

export interface TakeoverParts {
  ctx: Context
  heartbeat: Heartbeat
  redis: RedisLink | undefined
}

interface Holder {
  close(): void
  left: Promise<void>
}

/** Longer than storing a publish may take. A process that does not answer by then has ended. */
const maxWaitMs = 5000

/** Removes a claim, unless a newer connection has made its own. */
const forgetScript = `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end`

/**
 * Waits for the older connection, because a client sends again what was not acknowledged: as long as that
 * is being stored, nobody can tell that it is a repetition. Processes know the newest connection of a device from
 * Redis, and ask each other by notifications of the database; while either is unavailable, each works on its own.
 */
export function createTakeovers({ ctx, heartbeat, redis }: TakeoverParts): Takeovers {
  const ownPrefix = `${randomUUID()}/`
  let claims = 0
  const newest = new Map<number, string>()
  const holders = new Map<string, Holder>()
  /** Connections of other processes that were asked to leave. */
  const awaited = new Map<string, () => void>()
  const keyOf = (device: number) => redis?.key(`mqtt:${device}`) ?? ''

  heartbeat.onNotification((channel, payload) => {
    if (channel !== connectionsChannel) return
    const [message, id = ''] = payload.split(' ')
    if (message === 'left') awaited.get(id)?.()
    else if (isOwn(id)) void takeOverHere(id).then(() => notify('left', id))
  })

  const isOwn = (id: string) => id.startsWith(ownPrefix)

  const notify = (message: 'leave' | 'left', id: string) =>
    ctx.db
      .query('select pg_notify($1, $2)', [connectionsChannel, `${message} ${id}`])
      .catch((error) =>
        ctx.log.warn({ err: error }, 'another process could not be told of an MQTT connection'),
      )

  async function takeOverHere(id: string): Promise<void> {
    const holder = holders.get(id)
    holder?.close()
    await holder?.left
  }

  async function takeOverElsewhere(id: string): Promise<void> {
    const left = new Promise<void>((resolve) => awaited.set(id, resolve))
    await notify('leave', id)
    await resolvesWithin(maxWaitMs, left)
    awaited.delete(id)
  }

  /** Makes a claim the newest of its device, and returns those before it. */
  async function swap(device: number, id: string): Promise<Set<string>> {
    const before = new Set<string>()
    const here = newest.get(device)
    if (here) before.add(here)
    newest.set(device, id)
    if (redis?.alive) {
      const anywhere = await redis.client.getset(keyOf(device), id).catch(() => null)
      if (anywhere) before.add(anywhere)
    }
    return before
  }

  async function forget(device: number, id: string): Promise<void> {
    if (newest.get(device) !== id) return
    newest.delete(device)
    if (redis?.alive) await redis.client.eval(forgetScript, 1, keyOf(device), id).catch(() => {})
  }

  return {
    async claim(device, close) {
      const id = `${ownPrefix}${++claims}`
      let resolveLeft = () => {}
      const left = new Promise<void>((resolve) => {
        resolveLeft = resolve
      })
      holders.set(id, { close, left })
      const before = await swap(device, id)
      await Promise.all([...before].map((older) => (isOwn(older) ? takeOverHere : takeOverElsewhere)(older)))
      return {
        leave() {
          holders.delete(id)
          void forget(device, id).then(resolveLeft)
        },
      }
    },
    async drained() {
      await Promise.all([...holders.values()].map(({ left }) => left))
    },
  }
}
