import { join } from 'node:path'
import pg from 'pg'
import type { Cleanup } from '../../harness/cleanup.ts'
import { killNow, processesOf, type ServiceProcess, startProcess } from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { openCluster } from '../../src/platform/db/embedded/cluster.ts'
import { secret } from '../processes.ts'
import { embeddedPid } from '../stores.ts'
import { type PostgresProxy, startPostgresProxy } from './postgres-proxy.ts'

export const victims = ['service', 'PostgreSQL', 'both'] as const
export type Victim = (typeof victims)[number]

/** A service and its PostgreSQL, which can be killed and started again, with a proxy between them. */
export interface KillTarget {
  port(): number
  /** A connection that does not pass through the proxy. */
  connection: pg.ClientConfig
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  proxy: PostgresProxy
  kill(victim: Victim): void
  /** Starts again what was killed. The leases of a service that was killed last on, unless they are to end with it. */
  recover(options?: { endsLeases?: boolean }): Promise<void>
  /** What the service has logged since its last start, to explain a failure. */
  log(): string
}

/** Uses a PostgreSQL of its own, because it must be able to kill it; `makeFolder` returns its folder. */
export async function startKillTarget(
  cleanup: Cleanup,
  settings: Record<string, string>,
  makeFolder: () => string | Promise<string> = cleanup.makeFolder,
): Promise<KillTarget> {
  const dataDir = await makeFolder()
  const serviceDir = cleanup.makeFolder()
  const cluster = openCluster(dataDir)
  cleanup.add(() => cluster.stop())
  await cluster.ensureRunning()
  const connection = cluster.connection()
  const { host = '', user, password, database } = connection
  if (!host.startsWith('/')) throw new Error('PostgreSQL does not listen on a socket file here')
  const proxy = await startPostgresProxy(cleanup, join(host, '.s.PGSQL.5432'))
  const url = `postgres://${user}:${password}@127.0.0.1:${proxy.port}/${database}`
  let port = 0
  const start = () =>
    startProcess({
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: serviceDir,
      DATABASE_URL: url,
      JWT_SECRET: secret,
      ADMIN_EMAIL: 'first@admin.example',
      ADMIN_PASSWORD: 'First-Admin-1!',
      ALLOW_PRIVATE_TARGETS: 'on',
      ...settings,
    })
  let service: ServiceProcess = await start()
  port = Number(new URL(service.url).port)
  cleanup.add(() => service.end())
  let killed: Victim | undefined

  async function query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) {
    const client = new pg.Client(connection)
    // The server may be the victim: the statement fails, and an error without a listener would end this process.
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Row>(sql, values)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

  return {
    port: () => port,
    connection,
    query,
    proxy,
    kill(victim) {
      killed = victim
      if (victim !== 'PostgreSQL') killNow(service.pid)
      if (victim !== 'service') for (const pid of processesOf(dataDir)) killNow(pid)
    },
    async recover({ endsLeases = false } = {}) {
      if (killed !== 'service') {
        await until(() => !embeddedPid(dataDir), undefined, 'the end of PostgreSQL')
        await cluster.ensureRunning()
      }
      if (killed !== 'PostgreSQL') {
        await service.ended
        if (endsLeases) await query(`update deliveries set due_at = now() where state = 'SENDING'`)
        service = await start()
      }
      killed = undefined
    },
    log: () => service.log(),
  }
}
