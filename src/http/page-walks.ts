import type { FastifyRequest } from 'fastify'
import type { Listed, Page, Position } from '../db/page.ts'
import { createBoundedMap } from '../lib/bounded-map.ts'
import type { RedisLink } from '../redis/redis.ts'
import { callerOf } from './access.ts'
import { success } from './envelope.ts'
import { paginationOf } from './pagination.ts'

const mostWalks = 20_000
const longestWalk = 10 * 60_000

/** PageWalks answers lists a page at a time. */
export type PageWalks = ReturnType<typeof createPageWalks>

/**
 * Who asks for one page after the other gets the second from where the first ended, not from a row number: what
 * came in meanwhile would shift those, and show a row twice. Whoever jumps to a page is taken there by number.
 */
export function createPageWalks(now: () => Date, redis?: RedisLink) {
  const own = createOwnEnds(now)
  const ends = redis ? createSharedEnds(redis, own) : own

  return async function answerPage<Query extends Page, Row, View = Row>(
    request: FastifyRequest,
    query: Query,
    list: (page: Query) => Promise<Listed<Row>>,
    view: (row: Row) => View = (row) => row as unknown as View,
  ) {
    const [path] = request.url.split('?')
    const walk = `${callerOf(request).sessionId} ${path} ${JSON.stringify({ ...query, page: 0 })}`
    const after = query.page > 1 ? await ends.find(`${walk} ${query.page - 1}`) : undefined
    const { rows, total, end } = await list({ ...query, after })
    // An empty page ends where the one before it did: by number, the next would go back to what was shown.
    const reached = end ?? after
    if (reached) await ends.keep(`${walk} ${query.page}`, reached)
    return { ...success(rows.map(view)), pagination: paginationOf(query, total) }
  }
}

/** Ends remembers for ten minutes where pages ended. */
interface Ends {
  find(page: string): Promise<Position | undefined>
  keep(page: string, end: Position): Promise<void>
}

function createOwnEnds(now: () => Date): Ends {
  const ends = createBoundedMap<string, { end: Position; at: number }>(mostWalks)
  return {
    async find(page) {
      const kept = ends.get(page)
      return kept && now().getTime() - kept.at < longestWalk ? kept.end : undefined
    },
    async keep(page, end) {
      ends.set(page, { end, at: now().getTime() })
    },
  }
}

/** The next page may be asked of another process. */
function createSharedEnds(redis: RedisLink, own: Ends): Ends {
  const key = (page: string) => redis.key(`page:${page}`)
  return {
    async find(page) {
      const kept = redis.alive && (await redis.client.get(key(page)).catch(() => null))
      return kept ? JSON.parse(kept) : own.find(page)
    },
    async keep(page, end) {
      await own.keep(page, end)
      if (!redis.alive) return
      await redis.client.set(key(page), JSON.stringify(end), 'PX', longestWalk).catch(() => null)
    },
  }
}
