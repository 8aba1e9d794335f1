import { readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Postmaster is what a running server wrote about itself into its folder. */
export interface Postmaster {
  pid: number
  port: number
  /** Reached through the socket in its own folder; otherwise through its port on the loopback address. */
  socket: boolean
  /** The server takes connections; false while it starts or stops. */
  ready: boolean
}

/** readPostmaster tells which live server holds the folder; undefined when there is none. */
export function readPostmaster(folder: string): Postmaster | undefined {
  const lines = readLock(folder, pidFile)
  const pid = Number(lines[0])
  if (!(pid > 0) || !servesFolder(pid, realpathSync(folder))) return undefined
  return { pid, port: Number(lines[3]), socket: Boolean(lines[4]), ready: lines[7]?.trim() === 'ready' }
}

/**
 * removeStaleLocks clears what a crashed server left when its number now belongs to another process, or to a
 * dead one that nobody collects, as happens in containers: PostgreSQL itself would refuse to start for ever.
 */
export function removeStaleLocks(folder: string): void {
  for (const name of [pidFile, '.s.PGSQL.5432.lock']) {
    const pid = Number(readLock(folder, name)[0])
    if (pid > 0 && isAlive(pid) && !servesFolder(pid, realpathSync(folder)))
      rmSync(join(folder, name), { force: true })
  }
}

/**
 * servesFolder tells a server from a process that was given its number later. A server works in its store, so that
 * is what it is known by; where the system does not let us see that (another account's process, and we are a root
 * without all its powers), its owner and its name must do. A dead process that nobody collects serves nothing.
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
