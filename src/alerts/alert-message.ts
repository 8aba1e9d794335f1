import type { Evidence } from '../detection/fall-event.ts'
import type { FallLevel } from '../falls/fall-level.ts'
import { evidenceInWords } from './evidence-words.ts'

export interface AlertFacts {
  patientName: string
  level: FallLevel
  /** What a device felt; null of a fall that somebody reported. */
  evidence: Evidence | null
  location: string | null
  /** Told after the fact, by a device that had been out of reach. */
  late: boolean
  fallenAt: Date
  emergencyContact: string | null
}

const certainty: Record<FallLevel, string> = {
  NO_FALL: 'has probably not fallen',
  SUSPICIOUS: 'may have fallen',
  POTENTIAL: 'has probably fallen',
  HIGH: 'has very probably fallen',
  CONFIRMED: 'has fallen',
}

/** alertMessage tells a caregiver who fell, how certain that is, what speaks for it, and what to do. */
export function alertMessage(facts: AlertFacts): string {
  const circumstances = [
    ...(facts.late ? [`told late, it happened ${dayAndTime(facts.fallenAt)}`] : []),
    ...(facts.location ? [`place: ${facts.location.replace(/\s+/g, ' ')}`] : []),
  ]
  const aside = circumstances.length > 0 ? ` (${circumstances.join('; ')})` : ''
  const felt = facts.evidence ? ` ${evidenceInWords(facts.evidence)}` : ''
  return `${facts.patientName} ${certainty[facts.level]}${aside}.${felt} ${whatToDo(facts)}.`
}

/** The emergency protocol is for a definite fall: somebody goes there, or somebody who can is called. */
function whatToDo({ level, emergencyContact }: AlertFacts): string {
  if (level !== 'CONFIRMED') return level === 'HIGH' ? 'Check on them now' : 'Please check on them'
  const whom = emergencyContact ? `their emergency contact, ${emergencyContact}` : 'the emergency services'
  return `Go to them now or call ${whom}`
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Where the patient lives is not known, so the time is that of no place. */
const dayAndTime = (at: Date) => `on ${day.format(at)} at ${at.toISOString().slice(11, 16)} UTC`
