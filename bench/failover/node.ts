import { type ChildProcess, spawn } from 'node:child_process'
import {
  chownSync,
  createWriteStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Cleanup } from '../../harness/cleanup.ts'
import { programPath } from '../../harness/programs.ts'
import { type Link, startLink } from './link.ts'
import { findFreePorts } from './ports.ts'
import type { ClusterPrograms } from './programs.ts'

/** The ports of one machine. Others reach its servers only through links, and it reaches etcd only through its own. */
export interface NodePorts {
  postgres: number
  api: number
  etcdClient: number
  etcdPeer: number
  /** The links, by what they lead to. */
  toPostgres: number
  toApi: number
  /** From this machine to each etcd. */
  toEtcd: number[]
}

/** One of three machines: etcd, Patroni and PostgreSQL, which run, hang, die or are cut off together. */
export interface ClusterNode {
  name: string
  ports: NodePorts
  startEtcd(): void
  startPatroni(): void
  /** As power that fails. */
  kill(): void
  /** As a machine that hangs. */
  freeze(): void
  thaw(): void
  /** Freezes when Patroni is about to renew its lead, and resolves then. What it asks etcd arrives after the thaw. */
  freezeAtRenewal(): Promise<void>
  /** As a cable that is pulled. */
  cutOff(): void
  rejoin(): void
  stop(): Promise<void>
}

/** Finds the ports of all machines. */
export async function findPorts(nodeCount: number): Promise<NodePorts[]> {
  const each = 6 + nodeCount
  const ports = await findFreePorts(nodeCount * each)
  return Array.from({ length: nodeCount }, (_, i) => {
    const [postgres, api, etcdClient, etcdPeer, toPostgres, toApi, ...toEtcd] = ports.slice(
      i * each,
      (i + 1) * each,
    ) as [number, number, number, number, number, number, ...number[]]
    return { postgres, api, etcdClient, etcdPeer, toPostgres, toApi, toEtcd }
  })
}

/** How Patroni renews the lead by either API of etcd. */
const renewal = /^(PUT \/v2\/keys\/\S*\/leader|POST \/v3\w*\/lease\/keepalive)/

interface NodeParts {
  index: number
  all: NodePorts[]
  folder: string
  programs: ClusterPrograms
  /** Returns what Patroni reads. */
  configure(ports: NodePorts, name: string, folder: string): string
}

export async function createNode(
  cleanup: Cleanup,
  { index, all, folder, programs, configure }: NodeParts,
): Promise<ClusterNode> {
  const name = `node${index + 1}`
  const ports = all[index] as NodePorts
  const { account } = programs
  mkdirSync(folder, { recursive: true })
  const configuration = join(folder, 'patroni.yml')
  writeFileSync(configuration, configure(ports, name, folder))
  for (const path of [folder, configuration]) {
    if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid)
  }
  const links: Link[] = [
    await startLink(cleanup, ports.postgres, ports.toPostgres),
    await startLink(cleanup, ports.api, ports.toApi),
  ]
  for (const [i, port] of ports.toEtcd.entries()) {
    links.push(await startLink(cleanup, (all[i] as NodePorts).etcdClient, port))
  }
  let release = () => {}
  let etcd: ChildProcess | undefined
  let patroni: ChildProcess | undefined
  const running = () =>
    [patroni, etcd].filter((child) => child?.exitCode === null && child.signalCode === null)

  function run(program: string, args: string[]): ChildProcess {
    const env = { PATH: programPath, HOME: folder, LC_ALL: 'C.UTF-8', ETCD_UNSUPPORTED_ARCH: process.arch }
    const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], ...account })
    const log = createWriteStream(join(folder, `${program}.log`), { flags: 'a' })
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    child.on('close', () => log.end())
    child.on('error', (error) => console.error(`${program} did not start: ${error.message}`))
    return child
  }

  /** The server first: a child that it starts after the others are listed would go on. */
  function postgresPids(): number[] {
    const data = join(folder, 'data')
    const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && isIn(data, entry))
    const server = serverPid(data)
    return pids.map(Number).sort((a, b) => Number(b === server) - Number(a === server))
  }

  function signal(name: NodeJS.Signals, pids: (number | undefined)[]): void {
    for (const pid of pids) {
      try {
        if (pid) process.kill(pid, name)
      } catch {
        // It has ended.
      }
    }
  }

  const node: ClusterNode = {
    name,
    ports,
    startEtcd() {
      const cluster = all.map(({ etcdPeer }, i) => `node${i + 1}=http://127.0.0.1:${etcdPeer}`).join(',')
      const client = `http://127.0.0.1:${ports.etcdClient}`
      const peer = `http://127.0.0.1:${ports.etcdPeer}`
      etcd = run('etcd', [
        ...['--name', name, '--data-dir', join(folder, 'etcd'), '--enable-v2=true'],
        ...['--listen-client-urls', client, '--advertise-client-urls', client],
        ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
        ...['--initial-cluster', cluster, '--heartbeat-interval', '250', '--election-timeout', '2500'],
        ...['--logger', 'zap', '--log-level', 'warn'],
      ])
    },
    startPatroni() {
      patroni = run('patroni', [configuration])
    },
    kill() {
      signal('SIGKILL', [patroni?.pid, etcd?.pid, ...postgresPids()])
      // What was started after it was listed.
      signal('SIGKILL', postgresPids())
    },
    freeze() {
      signal('SIGSTOP', [patroni?.pid, ...postgresPids(), etcd?.pid])
      signal('SIGSTOP', postgresPids())
    },
    thaw() {
      signal('SIGCONT', [...postgresPids().reverse(), etcd?.pid, patroni?.pid])
      release()
      release = () => {}
    },
    freezeAtRenewal() {
      return new Promise((resolve) => {
        let isReached = false
        for (const link of links.slice(2)) {
          link.holdAt(renewal, (letGo) => {
            if (isReached) return letGo()
            isReached = true
            release = letGo
            node.freeze()
            resolve()
          })
        }
      })
    },
    cutOff() {
      for (const link of links) link.cut()
      // Its lines to the others are not links.
      signal('SIGSTOP', [etcd?.pid])
    },
    rejoin() {
      signal('SIGCONT', [etcd?.pid])
      for (const link of links) link.heal()
    },
    async stop() {
      node.thaw()
      const children = running()
      const ended = Promise.all(
        children.map((child) => new Promise((resolve) => child?.once('close', resolve))),
      )
      signal('SIGTERM', [patroni?.pid])
      const giveUp = setTimeout(() => node.kill(), 15_000)
      if (patroni && running().includes(patroni))
        await new Promise((resolve) => patroni?.once('exit', resolve))
      signal('SIGKILL', [etcd?.pid, ...postgresPids()])
      await ended
      clearTimeout(giveUp)
    },
  }
  cleanup.add(node.stop)
  return node
}

/** Every process of a server works in the folder of its data. */
function isIn(folder: string, pid: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return false
  }
}

function serverPid(data: string): number {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}
