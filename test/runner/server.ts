import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCluster } from '../../src/db/embedded/cluster.ts'

/** onServer does its work with the URL of a PostgreSQL: that at TEST_DATABASE_URL, else an embedded one of its own. */
export async function onServer<T>(work: (url: string) => Promise<T>): Promise<T> {
  if (process.env.TEST_DATABASE_URL) return work(process.env.TEST_DATABASE_URL)
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-test-'))
  const cluster = openCluster(folder)
  try {
    await cluster.ensureRunning()
    const { host = '', port, user, password, database } = cluster.connection()
    return await work(`postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`)
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
