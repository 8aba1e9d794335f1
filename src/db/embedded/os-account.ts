import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** OsAccount is whom the embedded server runs as; undefined means "as we are". */
export type OsAccount = { uid: number; gid: number } | undefined

/**
 * findServerAccount picks an unprivileged account when we are root, as PostgreSQL refuses to run as root.
 * A store that exists keeps its owner, whatever accounts the machine has gained or lost since.
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

/** canEnter asks the system itself whether the account may enter a folder: modes, owners and ACLs included. */
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
