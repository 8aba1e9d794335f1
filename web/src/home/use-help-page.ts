import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { meQuery } from '../api/queries.ts'
import { isPassing, isTooMany, retryDelayMs } from '../api/retries.ts'
import { liveValue } from '../live/live-value.ts'
import { readServiceTime } from '../live/service-clock.ts'
import { rememberedPage, rememberPage, withoutSignIn } from '../shell/help-page.ts'
import { useMe } from '../shell/use-me.ts'
import { isOfOther, keptCalls } from './kept-calls.ts'

/** While somebody is signed in, the stream tells of changes; this renews the credential, and reads whom to phone. */
const renewEveryMs = 6 * 60 * 60 * 1000
/** Until it is allowed to call for help without a sign-in, a page has nothing to go on with when that ends. */
const retryMs = 60_000
/** Without a sign-in there is no stream: a check after a fall lasts half a minute. */
const readEveryMs = 5000

/** Whether the page can call for help: not if its credential has ended, or the service cannot be reached. */
export const helpPageState = liveValue<'ready' | 'refused' | 'unreachable'>()

const readers = new Set<() => void>()

/** Reads the state of the calls at once: something is known to have happened. */
export function readHelpPageNow(): void {
  for (const read of readers) read()
}

/** Lets this browser call for help also when the sign-in has ended, and then reads the state of the call. */
export function useHelpPage(): void {
  const client = useQueryClient()
  const router = useRouter()
  const { id } = useMe()
  const reason = withoutSignIn.use()

  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending

    async function read(): Promise<void> {
      const { data } = await request(api.GET('/api/help-page', { signal }))
      // Somebody else is signed in here, in another tab.
      if (data.patientId !== id || signal.aborted) return
      helpPageState.set('ready')
      if (reason) readServiceTime(data.now)
      if (reason) client.setQueryData<Schema<'Incident'>[]>(keys.unresolved, data.incidents)
      // The page of another patient goes on until their call has got through.
      else if (keptCalls().some(isOfOther(id))) throw new Error('A call of somebody else is kept')
      else if (!data.credential) await request(api.POST('/api/help-page', { signal }))
      if (signal.aborted) return
      rememberPage(data, Date.now())
      if (reason === 'unknown') await findOut()
    }

    /** For a page that was opened without a connection: its sign-in may have ended or not. */
    async function findOut(): Promise<void> {
      try {
        const me = (await request(api.GET('/api/me', { signal }))).data
        client.setQueryData(meQuery.queryKey, me)
        withoutSignIn.set(undefined)
        await router.invalidate()
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) withoutSignIn.set('ended')
      }
    }

    const usualMs = reason ? readEveryMs : renewEveryMs
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = (ms: number) => {
      if (signal.aborted) return
      clearTimeout(timer)
      timer = setTimeout(readAgain, ms)
    }
    const readAgain = () => read().then(() => wait(usualMs), fail)

    function fail(error: unknown): void {
      if (signal.aborted) return
      // Somebody who has called waits to hear that help comes: what passes is tried again as often as it is read.
      wait(isTooMany(error) ? retryDelayMs(0, error) : reason && isPassing(error) ? readEveryMs : retryMs)
      if (!(error instanceof ApiError)) return
      const isRefused = error.status === 401 || error.status === 403
      helpPageState.set(isRefused ? 'refused' : 'unreachable')
      const page = rememberedPage()
      // The next sign-in makes a new credential.
      if (isRefused && page?.patientId === id) rememberPage(page, 0)
    }
    const readNow = () => void readAgain()
    readers.add(readNow)
    const page = rememberedPage()
    const ageMs = page?.patientId === id ? Date.now() - (page.checkedAtMs ?? 0) : Number.NaN
    // Many people share the requests of an address. A clock that was set back says nothing about the age.
    if (!reason && ageMs >= 0 && ageMs < renewEveryMs) wait(renewEveryMs)
    else void readAgain()
    return () => {
      readers.delete(readNow)
      clearTimeout(timer)
      ending.abort()
    }
  }, [client, router, id, reason])
}
