import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { listDatabaseUrls } from '../lib/database-hosts.ts'

/**
 * The server that takes writes, among the hosts of DATABASE_URL. Which one it is may change at any time: when it dies,
 * hangs or is switched, one of its standbys is promoted.
 */
export interface Primary {
  /** Connects pools and single clients to the host that was last found. */
  connection: pg.ClientConfig
  /** Finds the host, connects to it, and drops the connections to another one. */
  find(settings: pg.ClientConfig): Promise<pg.Client>
  /** Whether another host was promoted since, although the one that was found still answers. */
  hasSuccessor(): Promise<boolean>
}

/** Finding one ends after this time, with the reasons of every host. */
const roundMs = 1000
/** A host that refuses at once is asked again after this time, while another one takes long to answer. */
const againMs = 100
/** How long the first answer waits for others: an old primary that was cut off may be the first one. */
const graceMs = 100
const successorTimeoutMs = 500

interface Host {
  url: string
  name: string
}

interface Found {
  host: Host
  client: pg.Client
  /** Every promotion begins a new one, with the next number; 0 if there is only one host, which is not asked. */
  timeline: number
}

class NotPrimary extends Error {}

export function createPrimary(url: string): Primary {
  const hosts = listDatabaseUrls(url).map((each) => ({ url: each, name: new pg.Client(each).host }))
  const isOnlyOne = hosts.length === 1
  let current: Pick<Found, 'host' | 'timeline'> = { host: hosts[0] as Host, timeline: 0 }
  /** The connections to `current`, of all pools. */
  let connected = new Set<pg.Client>()

  /** A client of a pool: it looks for its host only when it is made. */
  class PrimaryClient extends pg.Client {
    constructor(settings?: pg.ClientConfig) {
      super({ ...settings, connectionString: current.host.url })
      refuseStandby(this)
      const siblings = connected
      siblings.add(this)
      this.once('end', () => siblings.delete(this))
    }
  }

  async function open(host: Host, settings: pg.ClientConfig): Promise<Found> {
    const client = new pg.Client({ ...settings, connectionString: host.url })
    // A connection that breaks fails its next statement; without a listener it would end the process.
    client.on('error', () => {})
    const refusal = refuseStandby(client)
    try {
      await client.connect()
      const refused = refusal()
      if (refused) throw refused
      return { host, client, timeline: isOnlyOne ? 0 : await readTimeline(client) }
    } catch (error) {
      discard(client)
      throw error
    }
  }

  /** Pools that are connected to another host, or to the same one before it was promoted anew, connect again. */
  function use({ host, timeline }: Found): void {
    const isSame = host === current.host && (timeline === current.timeline || current.timeline === 0)
    current = { host, timeline }
    if (isSame) return
    const former = connected
    connected = new Set()
    for (const client of former) socketOf(client).destroy()
  }

  async function search(settings: pg.ClientConfig): Promise<Found> {
    const reasons = new Map<Host, unknown>()
    const found: Found[] = []
    let isOver = false
    const deadlineMs = performance.now() + roundMs
    const ask = async (host: Host) => {
      while (!isOver && performance.now() < deadlineMs) {
        try {
          const answer = await open(host, settings)
          if (isOver) return discard(answer.client)
          found.push(answer)
          return
        } catch (error) {
          reasons.set(host, error)
          await sleep(againMs)
        }
      }
    }
    const asked = hosts.map(ask)
    const all = Promise.all(asked)
    while (found.length === 0 && (await Promise.race([all.then(() => 'all'), sleep(10)])) !== 'all');
    if (found.length > 0) await Promise.race([all, sleep(graceMs)])
    isOver = true
    const [best, ...others] = found.sort((a, b) => b.timeline - a.timeline)
    for (const { client } of others) discard(client)
    if (!best) throw noPrimary(reasons)
    if (best.timeline >= current.timeline) return best
    discard(best.client)
    throw new NotPrimary(
      `${best.host.name} is on timeline ${best.timeline}, and the last primary was on ${current.timeline}: its data are older`,
    )
  }

  return {
    connection: { Client: PrimaryClient } as pg.PoolConfig,
    async find(settings) {
      const [only] = hosts
      const found = isOnlyOne && only ? await open(only, settings) : await search(settings)
      use(found)
      return found.client
    },
    async hasSuccessor() {
      const { host: own, timeline: since } = current
      const settings = { connectionTimeoutMillis: successorTimeoutMs, query_timeout: successorTimeoutMs }
      const isNewer = async (host: Host) => {
        try {
          const { client, timeline } = await open(host, { ...settings, application_name: 'fallwatch' })
          discard(client)
          return timeline > since
        } catch {
          return false
        }
      }
      const others = hosts.filter((host) => host !== own)
      return (await Promise.all(others.map(isNewer))).includes(true)
    },
  }
}

/**
 * A standby says that it is one while a connection opens, so that this takes no statement. Everything read from it could be
 * old, and nothing can be written. Its words may come together with the end of the handshake: then the connection
 * succeeds, and the first statement fails.
 */
function refuseStandby(client: pg.Client): () => Error | undefined {
  let refusal: Error | undefined
  connectionOf(client).on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName !== 'in_hot_standby' || parameterValue !== 'on') return
    refusal = new NotPrimary('it is a standby')
    socketOf(client).destroy(refusal)
  })
  return () => refusal
}

async function readTimeline(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint::int as timeline`,
  )
  return rows[0].timeline
}

/** Throws what one server says of the account if all of them say it, because trying again would not help. */
function noPrimary(reasons: ReadonlyMap<Host, unknown>): Error {
  const errors = [...reasons.values()] as Error[]
  const refusal = errors.find((error) => error instanceof pg.DatabaseError && error.code !== '57P03')
  if (refusal && errors.every((error) => error instanceof pg.DatabaseError && error.code !== '57P03')) {
    return refusal
  }
  const each = [...reasons].map(([{ name }, error]) => {
    const { message, code } = error as { message?: string; code?: string }
    return `${name}: ${message || code}`
  })
  return new NotPrimary(`no host is a primary that answers (${each.join('; ')})`)
}

interface ParameterStatus {
  parameterName: string
  parameterValue: string
}

interface Connection {
  on(event: 'parameterStatus', listener: (status: ParameterStatus) => void): void
  stream: { destroy(error?: Error): void }
}

const connectionOf = (client: pg.Client) => (client as unknown as { connection: Connection }).connection

/** The socket of a connection; with TLS it is another one after the handshake. */
const socketOf = (client: pg.Client) => connectionOf(client).stream

/** Does not wait: a server that hangs would not confirm the end of the connection. */
function discard(client: pg.Client): void {
  client.end().catch(() => {})
}
