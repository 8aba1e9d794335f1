import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** The account that the embedded server runs as; undefined is the one of this process. */
export type OsAccount = { uid: number; gid: number } | undefined

/**
 * Returns an unprivileged account if this process is root, because PostgreSQL does not run as root. An
 * existing cluster keeps its owner.
 */
export function findServerAccount(clusterFolder: string): { account: OsAccount } | { missing: string } {
  if (process.getuid?.() !== 0) return { account: undefined }
  const owner = statSync(clusterFolder, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { account: { uid: owner.uid, gid: owner.gid } }
  for (const name of ['postgres', 'nobody']) {
    const account = lookUp(name)
    if (account) return { account }
  }
  return { missing: 'we run as root and there is no account "postgres" or "nobody" to run it as' }
}

function lookUp(name: string): OsAccount {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe', encoding: 'utf8' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

/** Checks in a subprocess whether the account may enter a folder, so that modes, owners and ACLs all apply. */
export function canEnter(folder: string, account: OsAccount): boolean {
  return asAccount('cd "$1"', folder, account)
}

export function canExecute(file: string, account: OsAccount): boolean {
  return asAccount('test -r "$1" && test -x "$1"', file, account)
}

function asAccount(script: string, argument: string, account: OsAccount): boolean {
  if (!account) return true
  return (
    spawnSync('/bin/sh', ['-c', script, 'sh', argument], { ...account, cwd: '/', stdio: 'ignore' }).status ===
    0
  )
}
