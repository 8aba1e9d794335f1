import { readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The content of a running server's postmaster.pid. */
export interface Postmaster {
  pid: number
  port: number
  /** Whether it listens on a socket in its folder; otherwise on a port of the loopback address. */
  socket: boolean
  /** Whether the server accepts connections; false while it starts or stops. */
  ready: boolean
}

/** Returns the running server of the folder; undefined if there is none. */
export function readPostmaster(folder: string): Postmaster | undefined {
  const lines = readLock(folder, pidFile)
  const pid = Number(lines[0])
  if (!(pid > 0) || !servesFolder(pid, realpathSync(folder))) return undefined
  return { pid, port: Number(lines[3]), socket: Boolean(lines[4]), ready: lines[7]?.trim() === 'ready' }
}

/**
 * Deletes the lock files of a crashed server if its pid now belongs to another process or to a zombie, as
 * happens in containers: PostgreSQL itself would never start again.
 */
export function removeStaleLocks(folder: string): void {
  for (const name of [pidFile, '.s.PGSQL.5432.lock']) {
    const pid = Number(readLock(folder, name)[0])
    if (pid > 0 && isAlive(pid) && !servesFolder(pid, realpathSync(folder)))
      rmSync(join(folder, name), { force: true })
  }
}

/**
 * Distinguishes a server from a process that got its pid later, by the working directory. If that is not
 * readable (another account's process, and a root without all capabilities), the owner and the name decide. A zombie
 * serves nothing.
 */
function servesFolder(pid: number, folder: string): boolean {
  if (process.platform !== 'linux') return isAlive(pid)
  try {
    const [name, state] = nameAndState(pid)
    if (state === 'Z' || statSync(`/proc/${pid}`).uid !== statSync(folder).uid) return false
    return (workingFolder(pid) ?? (name === 'postgres' && folder)) === folder
  } catch {
    return false
  }
}

function nameAndState(pid: number): [name: string, state: string] {
  const [, name = '', state = ''] =
    /^\d+ \((.*)\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  return [name, state]
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    return undefined
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const pidFile = 'postmaster.pid'

function readLock(folder: string, name: string): string[] {
  try {
    return readFileSync(join(folder, name), 'utf8').split('\n')
  } catch {
    return []
  }
}
