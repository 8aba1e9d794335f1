import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
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
  if (!(pid > 0) || !servesFolder(pid, folder)) return undefined
  return { pid, port: Number(lines[3]), socket: Boolean(lines[4]), ready: lines[7]?.trim() === 'ready' }
}

/**
 * removeStaleLocks clears what a crashed server left when its number now belongs to another process, or to a
 * dead one that nobody collects, as happens in containers: PostgreSQL itself would refuse to start for ever.
 */
export function removeStaleLocks(folder: string): void {
  for (const name of [pidFile, '.s.PGSQL.5432.lock']) {
    const pid = Number(readLock(folder, name)[0])
    if (pid > 0 && isAlive(pid) && !servesFolder(pid, folder)) rmSync(join(folder, name), { force: true })
  }
}

/** Where the system tells a process's working folder, that is what a server is known by: it works in its store. */
function servesFolder(pid: number, folder: string): boolean {
  if (process.platform !== 'linux') return isAlive(pid)
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false
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
