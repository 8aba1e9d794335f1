import type { Principal } from '../../platform/context.ts'
import { sessionsChannel } from '../../platform/db/channels.ts'
import type { Heartbeat } from '../../platform/db/heartbeat.ts'
import { createBoundedMap } from '../../platform/lib/bounded-map.ts'
import { refusal } from '../../platform/lib/errors.ts'

/** Holds the principals behind sessions and device keys; a change invalidates it in every process. */
export interface CredentialCache {
  /**
   * Returns the cached principal, or looks it up; concurrent requests share the look-up. Where there is none it throws 401.
   * That is cached as well if the credential itself proves whose it was, so that a client that goes on with an ended
   * session costs no statement. Credentials that can be made up in any number are not cached.
   */
  get(credential: string, lookUp: LookUp, provenUserId?: string): Principal | Promise<Principal>
  /** Removes one credential of a user, or all. */
  invalidate(userId: string, credential?: string): void
}

type LookUp = () => Promise<Principal | undefined>

const maxPrincipals = 50_000
const maxEnded = 10_000

export function createCredentialCache(heartbeat: Heartbeat): CredentialCache {
  const principals = createBoundedMap<string, Principal>(maxPrincipals)
  /** Credentials that are no longer valid, with the id of their user. */
  const ended = createBoundedMap<string, string>(maxEnded)
  const lookUps = new Map<string, Promise<Principal>>()
  // Incremented with every change, so that a result read before the change is not cached after it.
  let version = 0

  function startNewVersion() {
    version++
    lookUps.clear()
  }

  function invalidate(userId: string, credential?: string) {
    startNewVersion()
    if (credential) {
      principals.delete(credential)
      ended.delete(credential)
      return
    }
    principals.deleteWhere(({ actor }) => actor.id === userId)
    ended.deleteWhere((endedUserId) => endedUserId === userId)
  }
  heartbeat.onNotification((channel, text) => {
    const [userId = '', credential] = text.split(' ')
    if (channel === sessionsChannel) invalidate(userId, credential)
  })
  heartbeat.onConnectionLost(() => {
    startNewVersion()
    principals.clear()
    ended.clear()
  })

  async function load(credential: string, lookUp: LookUp, provenUserId?: string): Promise<Principal> {
    const [startVersion, wasAlive] = [version, heartbeat.alive]
    const principal = await lookUp()
    // Without notifications, a change by another process would go unnoticed.
    const mayCache = startVersion === version && wasAlive && heartbeat.alive
    if (principal && mayCache) principals.set(credential, principal)
    if (principal) return principal
    if (provenUserId && mayCache) ended.set(credential, provenUserId)
    throw refusal('INVALID_TOKEN')
  }

  /** Shares a look-up that began after the last change; without notifications, each request has its own. */
  function loadOnce(credential: string, lookUp: LookUp, provenUserId?: string): Promise<Principal> {
    if (!heartbeat.alive) return load(credential, lookUp, provenUserId)
    const pending = lookUps.get(credential)
    if (pending) return pending
    const loading = load(credential, lookUp, provenUserId)
    lookUps.set(credential, loading)
    const settle = () => lookUps.get(credential) === loading && lookUps.delete(credential)
    loading.then(settle, settle)
    return loading
  }

  return {
    get(credential, lookUp, provenUserId) {
      const principal = principals.get(credential)
      if (principal) return principal
      if (ended.get(credential) !== undefined) throw refusal('INVALID_TOKEN')
      return loadOnce(credential, lookUp, provenUserId)
    },
    invalidate,
  }
}
