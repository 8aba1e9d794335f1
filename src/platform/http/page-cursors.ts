import type { FastifyRequest } from 'fastify'
import type { Page, PageCursor, PageResult } from '../db/page.ts'
import { createBoundedMap } from '../lib/bounded-map.ts'
import { msPerMinute } from '../lib/duration.ts'
import type { RedisLink } from '../redis/redis.ts'
import { principalOf } from './access.ts'
import { success } from './envelope.ts'
import { paginationOf } from './pagination.ts'

const maxCursors = 20_000
const cursorLifetimeMs = 10 * msPerMinute

/** Responds with one page of a list. */
export type PageResponder = ReturnType<typeof createPageResponder>

/**
 * Continues a page where the session's previous page ended: by row number, rows that were added
 * meanwhile would shift the pages, and show a row twice. A page whose predecessor was not read is found by number.
 */
export function createPageResponder(now: () => Date, redis?: RedisLink) {
  const local = createMemoryCursors(now)
  const cursors = redis ? createRedisCursors(redis, local) : local

  return async function respondWithPage<Query extends Page, Row, View = Row>(
    request: FastifyRequest,
    query: Query,
    list: (page: Query) => Promise<PageResult<Row>>,
    view: (row: Row) => View = (row) => row as unknown as View,
  ) {
    const [path] = request.url.split('?')
    const key = `${principalOf(request).sessionId} ${path} ${JSON.stringify({ ...query, page: 0 })}`
    const after = query.page > 1 ? await cursors.find(`${key} ${query.page - 1}`) : undefined
    const { rows, total, endCursor } = await list({ ...query, after })
    // An empty page ends where the previous one did: by number, the next would repeat rows.
    const cursor = endCursor ?? after
    if (cursor) await cursors.set(`${key} ${query.page}`, cursor)
    return { ...success(rows.map(view)), pagination: paginationOf(query, total) }
  }
}

/** Keeps cursors for ten minutes. */
interface PageCursors {
  find(page: string): Promise<PageCursor | undefined>
  set(page: string, cursor: PageCursor): Promise<void>
}

function createMemoryCursors(now: () => Date): PageCursors {
  const cursors = createBoundedMap<string, { cursor: PageCursor; setAtMs: number }>(maxCursors)
  return {
    async find(page) {
      const entry = cursors.get(page)
      return entry && now().getTime() - entry.setAtMs < cursorLifetimeMs ? entry.cursor : undefined
    },
    async set(page, cursor) {
      cursors.set(page, { cursor, setAtMs: now().getTime() })
    },
  }
}

/** Shares cursors, because the next page may be requested from another process. */
function createRedisCursors(redis: RedisLink, local: PageCursors): PageCursors {
  const key = (page: string) => redis.key(`page:${page}`)
  return {
    async find(page) {
      const text = redis.alive && (await redis.client.get(key(page)).catch(() => null))
      return text ? JSON.parse(text) : local.find(page)
    },
    async set(page, cursor) {
      await local.set(page, cursor)
      if (!redis.alive) return
      await redis.client.set(key(page), JSON.stringify(cursor), 'PX', cursorLifetimeMs).catch(() => null)
    },
  }
}
