import { isWithin } from './clock.ts'

/** How often the service looks, and what staff do: they go after some minutes, and are done some minutes later. */
export interface Pace {
  begin: number
  end: number
  lookEvery: number
  answerAfter: number
  doneAfter: number
}

/** An incident that there should be: of what, and when it opens. */
export interface Expected {
  kind: string
  /** Of which resident, or of which shared door. */
  of: string
  openedAt: number
  /** It may open so much later, because a detector needs some readings. */
  within?: number
  /** Of what is wrong with a device. */
  severity?: string
}

/** The first look at a time or after it. */
export const lookAt = (at: number, { begin, lookEvery }: Pace): number =>
  begin + Math.ceil((at - begin) / lookEvery) * lookEvery

/** When staff end an incident: they look whenever the service does. */
export const endOf = (openedAt: number, pace: Pace): number => lookAt(openedAt + pace.doneAfter, pace)

const night = { from: '22:00', to: '07:00' }

/**
 * Whether people get a message of an incident: a notice that is not urgent waits for the morning, and staff may have seen it
 * by then, whatever becomes of it afterwards.
 */
export function isTold({ openedAt, severity }: Expected, pace: Pace): boolean {
  if (severity !== 'LOW' || !isWithin(openedAt, night)) return true
  let morning = openedAt
  while (isWithin(morning, night)) morning = lookAt(morning + 1, pace)
  return morning <= lookAt(openedAt + pace.answerAfter, pace)
}
