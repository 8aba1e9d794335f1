import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TestService } from './service.ts'

/** Does something while a statement of another connection holds a lock. */
export async function whileLocked<T>(
  service: TestService,
  lock: string,
  values: unknown[],
  work: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client(service.ctx.config.databaseUrl)
  await client.connect()
  await client.query('begin')
  await client.query(lock, values)
  try {
    return await work()
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

const countWaitingSql = `select count(*)::int as count ${waiting}`

/** Gives how many statements wait for a lock, on all servers of a cluster. */
export async function countWaiting({ ctx }: TestService): Promise<number> {
  const [row] = await ctx.db.query<{ count: number }>(
    ctx.db.isDistributed
      ? `select sum(result::int)::int as count from run_command_on_all_nodes($$${countWaitingSql}$$)`
      : countWaitingSql,
  )
  return row?.count ?? 0
}

/**
 * Like whileLocked, with every statement that waits for the lock canceled, as PostgreSQL does when the time
 * of a statement is up. That is at once here: on a busy machine, others would exceed a short time as well.
 */
export async function whileUnavailable<T>(
  service: TestService,
  lock: string,
  values: unknown[],
  work: () => Promise<T>,
): Promise<T> {
  return whileLocked(service, lock, values, async () => {
    const client = new pg.Client(service.ctx.config.databaseUrl)
    await client.connect()
    let isOver = false
    const canceling = cancel()
    async function cancel() {
      while (!isOver) {
        await client.query(`select pg_cancel_backend(pid) ${waiting}`)
        await sleep(20)
      }
    }
    try {
      return await work()
    } finally {
      isOver = true
      await canceling
      await client.end()
    }
  })
}
