import { execFileSync, type SpawnOptions, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { programPath } from '../../harness/programs.ts'

/** What a cluster consists of, with the account that its servers run as: neither PostgreSQL nor Patroni runs as root. */
export interface ClusterPrograms {
  /** The folder with the programs of PostgreSQL. */
  postgres: string
  versions: Record<'patroni' | 'etcd' | 'postgres', string>
  account: Pick<SpawnOptions, 'uid' | 'gid'>
}

const debianFolder = '/usr/lib/postgresql'
const how = 'apt install --no-install-recommends patroni etcd-server postgresql'

/** Finds the programs, or says which are missing and how they are installed. */
export function findClusterPrograms(): ClusterPrograms | undefined {
  const env = { ...process.env, PATH: programPath }
  const version = (program: string, ...args: string[]) => {
    const { error, stdout } = spawnSync(program, args, { encoding: 'utf8', env })
    return error ? undefined : (/\d+\.\d+(\.\d+)?/.exec(stdout)?.[0] ?? '')
  }
  const patroni = version('patroni', '--version')
  const etcd = version('etcd', '--version')
  const folder = process.env.BENCH_POSTGRES_BIN ?? newestPostgres()
  const postgres = folder && version(join(folder, 'postgres'), '--version')
  const account = findAccount()
  if (patroni !== undefined && etcd !== undefined && folder && postgres !== undefined && account) {
    return { postgres: folder, versions: { patroni, etcd, postgres }, account }
  }
  const missing = [
    patroni === undefined && 'patroni',
    etcd === undefined && 'etcd',
    postgres === undefined && 'a PostgreSQL (BENCH_POSTGRES_BIN names the folder of its programs)',
    !account && 'an account "postgres" to run them as',
  ].filter(Boolean)
  console.log(
    `This benchmark is skipped: there is no ${missing.join(', no ')} on this machine. Debian: ${how}`,
  )
  return undefined
}

function newestPostgres(): string | undefined {
  if (!existsSync(debianFolder)) return undefined
  const [newest] = readdirSync(debianFolder)
    .filter((name) => existsSync(join(debianFolder, name, 'bin', 'postgres')))
    .sort((a, b) => Number(b) - Number(a))
  return newest && join(debianFolder, newest, 'bin')
}

function findAccount(): Pick<SpawnOptions, 'uid' | 'gid'> | undefined {
  if (process.getuid?.() !== 0) return {}
  try {
    const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}
