import { ApiError, api, request } from '../api/client.ts'
import { isPassing } from '../api/retries.ts'
import { liveValue } from '../live/live-value.ts'
import { serviceTime } from '../live/service-clock.ts'
import { changeCalls, isOfOther, type KeptCall, keptCalls, onKeptCalls } from './kept-calls.ts'
import type { Incident } from './my-incidents.ts'

const retryMs = 3000
/** What is refused may be accepted once somebody has signed in. */
const refusedRetryMs = 10_000
const timeoutMs = 10_000

/** The last attempt to send each call that has failed, as a status; 0 is no answer at all. */
export const failedAttempts = liveValue<ReadonlyMap<string, number>>()

/** The last call that the service has accepted. */
export const deliveredCall = liveValue<{ call: KeptCall; atMs: number }>()

/** Keeps a call and sends it; while one waits to be sent, pressing again is the same. */
export function callForHelp(
  { id: patientId, firstName }: { id: string; firstName: string },
  incident: Incident | undefined,
): void {
  // Unusual vital signs end by themselves; a call for help does not.
  const incidentId = incident && incident.kind !== 'VITALS' ? incident.id : undefined
  const call = { id: newId(), patientId, firstName, pressedAt: serviceTime().toISOString(), incidentId }
  changeCalls((calls) => {
    const others = calls.filter(isOfOther(patientId))
    const own = calls.filter((kept) => kept.patientId === patientId && !kept.calledOffAt)
    // What was called off before no longer counts: help is needed after all.
    return [...others, ...(own.length > 0 ? own : [call])]
  })
}

/** Takes back the calls that have had no answer. The service hears of it: they may have arrived. */
export function callOff(patientId: string): void {
  const calledOffAt = serviceTime().toISOString()
  changeCalls((calls) =>
    calls.map((call) =>
      call.patientId === patientId && !call.calledOffAt ? { ...call, calledOffAt } : call,
    ),
  )
}

/** Browsers have randomUUID only on pages with HTTPS, apart from localhost. */
function newId(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))]
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

const incidentListeners = new Set<(incident: Incident) => void>()

/** Calls `listener` with what became of a call; it returns how to stop that. */
export function onIncidentOfCall(listener: (incident: Incident) => void): () => void {
  incidentListeners.add(listener)
  return () => incidentListeners.delete(listener)
}

let isStarted = false

/**
 * Sends every call that this browser keeps, now and whenever one is added, until the service has it. Somebody
 * else may have signed in meanwhile: the call is sent all the same.
 */
export function startSending(): void {
  if (isStarted) return
  isStarted = true
  onKeptCalls(sendAll)
  window.addEventListener('online', sendAll)
  document.addEventListener('visibilitychange', sendAll)
  sendAll()
}

/** One that is called off while it is being sent is sent once more, as that. */
const attemptOf = ({ id, calledOffAt = '' }: KeptCall) => `${id} ${calledOffAt}`
const attempts = new Set<string>()
const retries = new Map<string, ReturnType<typeof setTimeout>>()

function sendAll(): void {
  for (const call of keptCalls()) void deliver(call)
}

function sendAgain(callId: string): void {
  for (const call of keptCalls()) if (call.id === callId) void deliver(call)
}

async function deliver(call: KeptCall): Promise<void> {
  const attempt = attemptOf(call)
  if (attempts.has(attempt)) return
  attempts.add(attempt)
  clearTimeout(retries.get(call.id))
  try {
    const incident = await send(call)
    // Called off while it was being sent, it goes on being that.
    if (!keptCalls().some((kept) => attemptOf(kept) === attempt)) return
    noteFailure(call, undefined)
    if (!call.calledOffAt) deliveredCall.set({ call, atMs: Date.now() })
    if (incident) for (const listener of incidentListeners) listener(incident)
    changeCalls((calls) => calls.filter(({ id }) => id !== call.id))
  } catch (error) {
    noteFailure(call, error instanceof ApiError ? error.status : 0)
    const waitMs = isPassing(error) ? retryMs : refusedRetryMs
    retries.set(call.id, setTimeout(sendAgain, waitMs, call.id))
  } finally {
    attempts.delete(attempt)
  }
}

function noteFailure({ id }: KeptCall, status: number | undefined): void {
  const failed = new Map(failedAttempts.get())
  if (status === undefined) failed.delete(id)
  else failed.set(id, status)
  failedAttempts.set(failed)
}

/** Returns the incident that tells what became of a call, if there is one. */
async function send({ id, patientId, pressedAt, incidentId, calledOffAt }: KeptCall) {
  const signal = () => AbortSignal.timeout(timeoutMs)
  if (calledOffAt) {
    const params = { path: { callId: id } }
    const body = { at: calledOffAt, patientId }
    return (await request(api.POST('/api/sos/{callId}/ok', { params, body, signal: signal() }))).data.incident
  }
  const body = { callId: id, pressedAt, patientId }
  if (incidentId) {
    try {
      const params = { path: { id: incidentId } }
      return (await request(api.POST('/api/incidents/{id}/help', { params, body, signal: signal() }))).data
    } catch (error) {
      // It may have ended a moment ago: help is needed all the same.
      if (isPassing(error) || (error as ApiError).status === 401) throw error
    }
  }
  try {
    return (await request(api.POST('/api/sos', { body, signal: signal() }))).data
  } catch (error) {
    // In another tab.
    if (error instanceof ApiError && error.code === 'CALL_CALLED_OFF') return undefined
    throw error
  }
}
