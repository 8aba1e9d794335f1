import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Cleanup } from '../../harness/cleanup.ts'
import { until } from '../../harness/until.ts'
import { apiCredentials, type ClusterVariant, configureNode, password } from './configuration.ts'
import { type ClusterNode, createNode, findPorts } from './node.ts'
import type { ClusterPrograms } from './programs.ts'

/** Three machines on the loopback: etcd, Patroni and PostgreSQL on each. */
export interface PatroniCluster {
  nodes: ClusterNode[]
  /** For DATABASE_URL: every host, through its link. */
  url: string
  /** The node that leads, as most of the others see it. */
  leader(): Promise<ClusterNode>
  /** For preparations, which know nothing of several hosts. */
  primaryUrl(): Promise<string>
  /** The node whose confirmation commits wait for. */
  syncStandby(): Promise<ClusterNode>
  /** Waits until one leads, the others follow, and commits wait for one of them. */
  waitUntilWhole(): Promise<void>
  switchover(from: ClusterNode): Promise<void>
  /** Restarts the PostgreSQL of a node, as after a new package was installed. */
  restart(node: ClusterNode): Promise<void>
  /** Runs a statement on the leader, past all links. */
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Resolves with the time at which another node takes writes. */
  watchElection(old: ClusterNode): { electedAtMs(): number | undefined; stop(): void }
}

interface Member {
  name: string
  role: string
  state: string
  timeline?: number
  lag?: number | string
}

const nodeCount = 3
const database = 'fallwatch'
/** An old primary may have to be rewound or copied. */
const wholeTimeoutMs = 180_000

export async function startCluster(
  cleanup: Cleanup,
  programs: ClusterPrograms,
  variant: ClusterVariant,
): Promise<PatroniCluster> {
  const base = cleanup.makeFolder()
  chmodSync(base, 0o755)
  const all = await findPorts(nodeCount)
  const configure = configureNode(programs, variant)
  const nodes: ClusterNode[] = []
  for (let index = 0; index < nodeCount; index++) {
    const folder = join(base, `node${index + 1}`)
    nodes.push(await createNode(cleanup, { index, all, folder, programs, configure }))
  }
  for (const node of nodes) node.startEtcd()
  for (const node of nodes) node.startPatroni()

  const connectionTo = (node: ClusterNode, name = database): pg.ClientConfig => ({
    ...{ host: '127.0.0.1', port: node.ports.postgres, user: 'postgres', password, database: name },
    connectionTimeoutMillis: 2000,
    query_timeout: 60_000,
  })

  /** Asks each node, because one of them may hang. */
  async function members(): Promise<Member[]> {
    const answers = nodes.map(async ({ ports }) => {
      const response = await fetch(`http://127.0.0.1:${ports.api}/cluster`, {
        signal: AbortSignal.timeout(1500),
      })
      return ((await response.json()) as { members: Member[] }).members
    })
    return Promise.any(answers).catch(() => [])
  }

  async function isWhole(): Promise<boolean> {
    const found = await members()
    const isRunning = ({ role, state }: Member) =>
      role === 'leader' || ['running', 'streaming'].includes(state)
    const isConfirming = found.some(({ role }) => role === 'sync_standby')
    if (found.length < nodeCount || !isConfirming || !found.every(isRunning)) return false
    if (new Set(found.map(({ timeline }) => timeline)).size > 1) return false
    const [row] = await query<{ streaming: number }>(
      `select count(*)::int as streaming from pg_stat_replication where state = 'streaming'`,
      [],
      'postgres',
    ).catch(() => [])
    return row?.streaming === nodeCount - 1
  }

  const leader = () => nodeWith('leader')

  async function nodeWith(wanted: string): Promise<ClusterNode> {
    return until(
      async () => {
        const name = (await members()).find(({ role }) => role === wanted)?.name
        return nodes.find((node) => node.name === name)
      },
      wholeTimeoutMs,
      `a ${wanted}`,
    )
  }

  async function query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = [], name = database) {
    const client = new pg.Client(connectionTo(await leader(), name))
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Row>(sql, values)).rows
    } finally {
      client.end().catch(() => {})
    }
  }

  /** Asks the Patroni of a node for what changes the cluster. */
  async function ask({ ports }: ClusterNode, what: string, body: object): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${ports.api}/${what}`, {
      method: 'POST',
      headers: { authorization: apiCredentials, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`Patroni refused a ${what} with ${response.status}: ${text}`)
  }

  const waitUntilWhole = async () => void (await until(isWhole, wholeTimeoutMs, 'a whole cluster'))
  await waitUntilWhole()
  // As somebody would set it up: the service owns its database and is no superuser.
  await query(`create role fallwatch login password '${password}' in role pg_monitor`, [], 'postgres')
  await query(`create database ${database} owner fallwatch`, [], 'postgres')
  const hosts = nodes.map(({ ports }) => `127.0.0.1:${ports.toPostgres}`).join(',')

  return {
    nodes,
    url: `postgres://fallwatch:${password}@${hosts}/${database}?target_session_attrs=read-write`,
    leader,
    async primaryUrl() {
      const { ports } = await leader()
      return `postgres://fallwatch:${password}@127.0.0.1:${ports.postgres}/${database}`
    },
    syncStandby: () => nodeWith('sync_standby'),
    waitUntilWhole,
    query,
    switchover: (from) => ask(from, 'switchover', { leader: from.name }),
    restart: (node) => ask(node, 'restart', {}),
    watchElection(old) {
      let electedAtMs: number | undefined
      let isStopped = false
      const others = nodes.filter((node) => node !== old)
      for (const node of others) void watch(node)

      async function watch(node: ClusterNode): Promise<void> {
        const client = new pg.Client({ ...connectionTo(node, 'postgres'), query_timeout: 5000 })
        client.on('error', () => {})
        try {
          await client.connect()
          while (!isStopped && electedAtMs === undefined) {
            const { rows } = await client.query('select pg_is_in_recovery() as follows')
            if (!rows[0].follows) electedAtMs ??= performance.now()
            await sleep(50)
          }
        } catch {
          // It restarts to follow another one: it was not elected.
        }
        client.end().catch(() => {})
      }
      return {
        electedAtMs: () => electedAtMs,
        stop() {
          isStopped = true
        },
      }
    },
  }
}
