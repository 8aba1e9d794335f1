import type { Api } from './api.ts'
import type { Caregiver } from './people.ts'

/** Follows how many alerts a caregiver has got since it was made. */
export type AlertCount = Awaited<ReturnType<typeof createAlertCount>>

/** In milliseconds: asking counts towards the limit of the address. */
const pause = 5000

export async function createAlertCount(api: Api, { token }: Caregiver) {
  const ask = async () => {
    const answer = await api.call('GET', '/caregivers/alerts?status=all&limit=1', { token })
    return answer.body.pagination?.total
  }
  const before = (await ask()) ?? 0
  let latest = 0
  const count = async () => {
    const total = await ask().catch(() => undefined)
    if (total !== undefined) latest = total - before
    return latest
  }
  return {
    count,
    latest: () => latest,
    /** Counts now and then, until what it gives is called. */
    keepCounting() {
      const timer = setInterval(count, pause)
      return () => clearInterval(timer)
    },
  }
}
