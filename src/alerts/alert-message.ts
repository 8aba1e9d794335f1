import type { Evidence } from '../detection/fall-event.ts'
import type { FallLevel } from '../falls/fall-level.ts'
import { describeEvidence } from './evidence-text.ts'

export interface AlertFacts {
  patientName: string
  level: FallLevel
  /** The evidence of a detected fall; null for a reported one. */
  evidence: Evidence | null
  location: string | null
  /** Detected in a batch, after the fact. */
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

/** alertMessage tells a caregiver who fell, how certain that is, the evidence, and what to do. */
export function alertMessage(facts: AlertFacts): string {
  const circumstances = [
    ...(facts.late ? [`reported late; it happened ${dayAndTime(facts.fallenAt)}`] : []),
    ...(facts.location ? [`place: ${facts.location.replace(/\s+/g, ' ')}`] : []),
  ]
  const aside = circumstances.length > 0 ? ` (${circumstances.join('; ')})` : ''
  const evidence = facts.evidence ? ` ${describeEvidence(facts.evidence)}` : ''
  return `${facts.patientName} ${certainty[facts.level]}${aside}.${evidence} ${whatToDo(facts)}.`
}

/** What to do about a confirmed fall is the emergency protocol: somebody must go there or call for help. */
function whatToDo({ level, emergencyContact }: AlertFacts): string {
  if (level !== 'CONFIRMED') return level === 'HIGH' ? 'Check on them now' : 'Please check on them'
  const whom = emergencyContact ? `their emergency contact, ${emergencyContact}` : 'the emergency services'
  return `Go to them now or call ${whom}`
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The time zone of the patient is not known, so the time is in UTC. */
const dayAndTime = (at: Date) => `on ${day.format(at)} at ${at.toISOString().slice(11, 16)} UTC`
