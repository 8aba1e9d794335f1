import { incidentIdOf, type PushMessage, tokenOf } from './push-message.ts'

/** What became of "I'm on it". */
export type Acknowledgement =
  | { outcome: 'accepted' }
  /** Of a relative: everybody knows that they go, and staff are alerted all the same. */
  | { outcome: 'attending' }
  /** Somebody is on it, and is told that they come as well. */
  | { outcome: 'joined' }
  /** Somebody else is on it; the name is missing if that account is gone. */
  | { outcome: 'handled'; by: string | undefined }
  | { outcome: 'ended' }
  /** The link has expired, and nobody is signed in here who may. */
  | { outcome: 'refused' }
  /** Nobody knows of it: the service was not reached, or could not do it. */
  | { outcome: 'failed' }

type Fetch = (path: string, init: RequestInit) => Promise<Response>

const timeoutMs = 10_000

/**
 * Says that the person of this browser is on it: by the token of the message, which holds whoever is signed
 * in, and else by the session.
 */
export async function acknowledge(message: PushMessage, fetch: Fetch): Promise<Acknowledgement> {
  const id = incidentIdOf(message)
  const token = tokenOf(message)
  try {
    if (token) {
      const byToken = await outcomeOf(await post(fetch, '/api/incidents/acknowledge', { token }))
      if (byToken.outcome !== 'refused') return byToken
    }
    return id
      ? await outcomeOf(await post(fetch, `/api/incidents/${id}/acknowledge`, {}))
      : { outcome: 'refused' }
  } catch {
    return { outcome: 'failed' }
  }
}

const post = (fetch: Fetch, path: string, body: object) =>
  fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'fallwatch-console' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })

/** Whether the answer ended the alarm: of a relative's, the incident stays as it was. */
async function acceptedAs(response: Response): Promise<Acknowledgement> {
  const { data } = (await response.json()) as { data?: { state?: unknown; effect?: unknown } }
  const isHandled = data?.state === undefined || data.state === 'ACKNOWLEDGED'
  if (isHandled && (data?.effect === undefined || data.effect === 'HANDLING')) return { outcome: 'accepted' }
  return { outcome: isHandled ? 'joined' : 'attending' }
}

async function outcomeOf(response: Response): Promise<Acknowledgement> {
  if (response.ok) return acceptedAs(response)
  if (response.status >= 500 || response.status === 429) return { outcome: 'failed' }
  if (response.status !== 409) return { outcome: 'refused' }
  const { details } = (await response.json()) as { details?: { handledBy?: unknown; resolvedBy?: unknown } }
  if (details && 'handledBy' in details)
    return { outcome: 'handled', by: typeof details.handledBy === 'string' ? details.handledBy : undefined }
  if (details && 'resolvedBy' in details) return { outcome: 'ended' }
  // The link is of an earlier round: it no longer proves anything.
  return { outcome: 'refused' }
}
