import type { FastifyRequest } from 'fastify'
import type { Listed, Page, Position } from '../db/page.ts'
import { createBoundedMap } from '../lib/bounded-map.ts'
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
export function createPageWalks() {
  const ends = createBoundedMap<string, { end: Position; at: number }>(mostWalks)

  return async function answerPage<Query extends Page, Row, View = Row>(
    request: FastifyRequest,
    query: Query,
    list: (page: Query) => Promise<Listed<Row>>,
    view: (row: Row) => View = (row) => row as unknown as View,
  ) {
    const [path] = request.url.split('?')
    const walk = `${callerOf(request).sessionId} ${path} ${JSON.stringify({ ...query, page: 0 })}`
    const before = ends.get(`${walk} ${query.page - 1}`)
    const after = before && Date.now() - before.at < longestWalk ? before.end : undefined
    const { rows, total, end } = await list({ ...query, after })
    // An empty page ends where the one before it did: by number, the next would go back to what was shown.
    const reached = end ?? after
    if (reached) ends.set(`${walk} ${query.page}`, { end: reached, at: Date.now() })
    return { ...success(rows.map(view)), pagination: paginationOf(query, total) }
  }
}
