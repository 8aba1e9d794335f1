import pg from 'pg'
import type { TestService } from './service.ts'

/** whileLocked does something while a statement of another connection holds a lock. */
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
