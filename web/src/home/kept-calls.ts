/** KeptCall is a call for help that is kept until the service has it, or knows that it was called off. */
export interface KeptCall {
  /** The same in every attempt, so that the service makes it once. */
  id: string
  patientId: string
  pressedAt: string
  /** What was open when it was pressed. */
  incidentId?: string | undefined
  calledOffAt?: string | undefined
}

const storageKey = 'fallwatch-calls'
const listeners = new Set<() => void>()
/** Where there is no storage, a call lives as long as the page. */
let kept: readonly KeptCall[] = read()

function read(): readonly KeptCall[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

export const keptCalls = () => kept

/** keepCalls is written before anything is sent: a call survives a page that is closed at once. */
export function keepCalls(calls: readonly KeptCall[]): void {
  kept = calls
  try {
    localStorage.setItem(storageKey, JSON.stringify(calls))
  } catch {
    // Full or forbidden: it is kept above.
  }
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** onKeptCalls calls `listener` when a call is added, called off or delivered, in any tab; it returns how to stop that. */
export function onKeptCalls(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

window.addEventListener('storage', ({ key }) => {
  if (key !== storageKey) return
  kept = read()
  tell()
})
