import { serviceTime } from '../live/service-clock.ts'
import type { ImportedPerson, KnownAccount } from './import-plan.ts'

/** ImportActions are the requests of an import. */
export interface ImportActions {
  inviteCaregiver(person: ImportedPerson): Promise<{ userId: string; url: string; expiresAt: string }>
  /** createPatient returns the id of the account. */
  createPatient(person: ImportedPerson): Promise<string>
  setPhone(userId: string, phone: string): Promise<unknown>
  assign(caregiverId: string, patientId: string): Promise<unknown>
  createLink(userId: string): Promise<{ url: string; expiresAt: string }>
}

/** ImportLine is how far a line has come; an import that continues does not repeat what is done. */
export interface ImportLine {
  line: number
  person: ImportedPerson
  state: 'waiting' | 'running' | 'done' | 'failed'
  userId?: string
  url?: string
  expiresAt?: string
  hasPhone?: boolean
  assigned: Set<string>
  error?: unknown
}

export interface ImportControl {
  signal: AbortSignal
  /** Called after each change of a line. */
  onChange(): void
  /** Called with the time until which the service asks to wait, and with undefined when that is over. */
  onWait(untilMs: number | undefined): void
}

export type ImportEnd = { end: 'done' | 'stopped' } | { end: 'interrupted'; error: unknown }

/** CaregiverMissing: the caregiver of a patient stands in the same file and could not be invited. */
export class CaregiverMissing extends Error {}

const statusOf = (error: unknown) => (error as { status?: unknown } | undefined)?.status

/** Neither another line nor the same one would fare better now: no connection, no session, no service. */
function isInterruption(error: unknown): boolean {
  const status = statusOf(error)
  return typeof status === 'number' && (status === 0 || status === 401 || status >= 500)
}

/** runImport carries out the lines one after the other. */
export async function runImport(
  lines: readonly ImportLine[],
  known: ReadonlyMap<string, KnownAccount>,
  actions: ImportActions,
  control: ImportControl,
): Promise<ImportEnd> {
  for (const line of lines) {
    if (line.state === 'done' || line.state === 'failed') continue
    if (control.signal.aborted) return { end: 'stopped' }
    line.state = 'running'
    control.onChange()
    try {
      const idOf = (email: string) =>
        known.get(email)?.id ?? lines.find(({ person }) => person.email === email)?.userId
      await carryOut(line, idOf, actions, control)
      line.state = 'done'
    } catch (error) {
      const isOver = control.signal.aborted || isInterruption(error)
      line.state = isOver ? 'waiting' : 'failed'
      if (!isOver) line.error = error
      control.onChange()
      if (control.signal.aborted) return { end: 'stopped' }
      if (isOver) return { end: 'interrupted', error }
    }
    control.onChange()
  }
  return { end: 'done' }
}

async function carryOut(
  line: ImportLine,
  idOf: (email: string) => string | undefined,
  actions: ImportActions,
  control: ImportControl,
): Promise<void> {
  const { person } = line
  const send = <T>(request: () => Promise<T>) => patiently(request, control)
  if (person.role === 'CAREGIVER') {
    Object.assign(line, await send(() => actions.inviteCaregiver(person)))
    return
  }
  line.userId ??= await send(() => actions.createPatient(person))
  const { userId } = line
  if (person.phone && !line.hasPhone) {
    await send(() => actions.setPhone(userId, person.phone))
    line.hasPhone = true
  }
  if (!line.url) Object.assign(line, await send(() => actions.createLink(userId)))
  for (const email of person.caregiverEmails) {
    if (line.assigned.has(email)) continue
    const caregiverId = idOf(email)
    if (!caregiverId) throw new CaregiverMissing(email)
    await send(() => actions.assign(caregiverId, userId))
    line.assigned.add(email)
  }
}

/** patiently repeats a request that the service has refused for being too early, when it asks for it. */
export async function patiently<T>(
  request: () => Promise<T>,
  { signal, onWait }: Pick<ImportControl, 'signal' | 'onWait'>,
): Promise<T> {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      const seconds = (error as { retryAfterSeconds?: number }).retryAfterSeconds
      const isTooEarly = statusOf(error) === 429 || statusOf(error) === 503
      if (!isTooEarly || !seconds) throw error
      onWait(serviceTime().getTime() + seconds * 1000)
      await sleep(seconds * 1000, signal)
      onWait(undefined)
      if (signal.aborted) throw error
    }
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
