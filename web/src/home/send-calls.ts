import { ApiError, api, request } from '../api/client.ts'
import { isPassing } from '../api/retries.ts'
import { liveValue } from '../live/live-value.ts'
import { serviceTime } from '../live/service-clock.ts'
import { type KeptCall, keepCalls, keptCalls, onKeptCalls } from './kept-calls.ts'
import type { Incident } from './my-incidents.ts'

const retryMs = 3000
/** What is refused may be accepted once somebody has signed in. */
const refusedRetryMs = 10_000
const timeoutMs = 10_000

/** Attempt is what became of the last attempt to send a kept call; `status` 0 is no answer at all. */
export interface FailedAttempt {
  callId: string
  status: number
}
export const failedAttempt = liveValue<FailedAttempt>()

/** The last call that the service has accepted. */
export const deliveredCall = liveValue<{ call: KeptCall; atMs: number }>()

/** callForHelp keeps a call and sends it; while one waits to be sent, pressing again is the same. */
export function callForHelp(patientId: string, incident: Incident | undefined): void {
  // Unusual vital signs end by themselves; a call for help does not.
  const incidentId = incident && incident.kind !== 'VITALS' ? incident.id : undefined
  const others = keptCalls().filter((call) => call.patientId !== patientId)
  const own = keptCalls().filter((call) => call.patientId === patientId && !call.calledOffAt)
  // What was called off before no longer counts: help is needed after all.
  if (own.length > 0) keepCalls([...others, ...own])
  else keepCalls([...others, { id: newId(), patientId, pressedAt: serviceTime().toISOString(), incidentId }])
  sendNow?.()
}

/** callOff takes back the calls that have had no answer. The service hears of it: they may have arrived. */
export function callOff(patientId: string): void {
  const calledOffAt = serviceTime().toISOString()
  keepCalls(
    keptCalls().map((call) =>
      call.patientId === patientId && !call.calledOffAt ? { ...call, calledOffAt } : call,
    ),
  )
  failedAttempt.set(undefined)
  sendNow?.()
}

/** Browsers have randomUUID only on pages with HTTPS, apart from localhost. */
function newId(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))]
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

let sendNow: (() => void) | undefined

/** sendKeptCalls sends the calls of a patient, one after the other, until it is stopped. */
export function sendKeptCalls(patientId: string, onIncident: (incident: Incident) => void): () => void {
  let isStopped = false
  let isSending = false
  let retry: ReturnType<typeof setTimeout> | undefined

  const next = () => keptCalls().find((call) => call.patientId === patientId)
  const isKept = (sent: KeptCall) =>
    keptCalls().some(({ id, calledOffAt }) => id === sent.id && calledOffAt === sent.calledOffAt)

  async function sendAll(): Promise<void> {
    if (isSending || isStopped) return
    clearTimeout(retry)
    isSending = true
    try {
      for (let call = next(); call && !isStopped; call = next()) {
        const incident = await send(call)
        // Called off while it was being sent, it goes on being that.
        if (!isKept(call)) continue
        failedAttempt.set(undefined)
        if (!call.calledOffAt) deliveredCall.set({ call, atMs: Date.now() })
        if (incident) onIncident(incident)
        keepCalls(keptCalls().filter(({ id }) => id !== call?.id))
      }
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      const call = next()
      if (call) failedAttempt.set({ callId: call.id, status })
      retry = setTimeout(sendAll, isPassing(error) ? retryMs : refusedRetryMs)
    } finally {
      isSending = false
    }
  }

  const stopListening = onKeptCalls(() => void sendAll())
  const look = () => void sendAll()
  sendNow = look
  window.addEventListener('online', look)
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    isStopped = true
    if (sendNow === look) sendNow = undefined
    clearTimeout(retry)
    stopListening()
    window.removeEventListener('online', look)
    document.removeEventListener('visibilitychange', look)
  }
}

/** send returns the incident that tells what became of a call, if there is one. */
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
