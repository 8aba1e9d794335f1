import type { AnyRouter } from '@tanstack/react-router'
import { onSignedOut } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { queryClient } from '../api/query-client.ts'
import { startLive } from '../live/live.ts'
import { onLiveEvent } from '../live/live-events.ts'
import { updateCache } from '../live/update-cache.ts'
import { rememberedPage, withoutSignIn } from './help-page.ts'

let session: { userId: string; end(): void } | undefined
let hasEnded = false

/** Whether somebody was signed in on this page, and did not leave by themselves. */
export const hasSessionEnded = () => hasEnded

/**
 * Feeds the cache with changes, and asks for the password when the session of the person has ended. It
 * does nothing if it has begun for that person: the router begins it before the first screen is drawn, so that the stream
 * opens meanwhile.
 */
export function beginLiveSession(router: AnyRouter, userId: string): void {
  if (session?.userId === userId) return
  session?.end()
  hasEnded = false
  const signIn = () => {
    // Somebody may be about to press a button: a patient's page stays as it is, and can call for help all the same.
    if (rememberedPage()?.patientId === userId) {
      withoutSignIn.set('ended')
      endLiveSession()
      if (location.pathname !== '/') void router.navigate({ to: '/', replace: true })
      return
    }
    queryClient.removeQueries({ queryKey: keys.me })
    const { pathname, search } = location
    if (pathname === '/sign-in') return
    hasEnded = true
    void router.navigate({ to: '/sign-in', search: { returnTo: pathname + search } })
  }
  const ends = [
    startLive(userId, signIn),
    onSignedOut(signIn),
    onLiveEvent((event) => updateCache(queryClient, event)),
  ]
  session = {
    userId,
    end() {
      for (const end of ends) end()
    },
  }
}

export function endLiveSession(): void {
  session?.end()
  session = undefined
}
