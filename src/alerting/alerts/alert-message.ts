import { nameWithPlace, type Place } from '../../accounts/residences/place.ts'
import type { Evidence } from '../../detection/fall-event.ts'
import type { FallLevel } from '../../detection/levels/fall-level.ts'
import type { IncidentKind } from '../model/incident.ts'
import { incidentTexts } from '../model/incident-texts.ts'
import { describeEvidence } from './evidence-text.ts'

export interface AlertFacts extends Place {
  patientName: string
  kind: IncidentKind
  /** The level of a fall; null for another kind. */
  level: FallLevel | null
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

/** The message to a caregiver: what happened to whom, how certain that is, the evidence, and what to do. */
export function alertMessage(facts: AlertFacts): string {
  if (facts.kind === 'FALL') return fallMessage({ ...facts, level: facts.level ?? 'POTENTIAL' })
  return `${nameWithPlace(facts.patientName, facts)} ${incidentTexts[facts.kind].ofPatient}. ${whatToDo(facts)}.`
}

function fallMessage(facts: AlertFacts & { level: FallLevel }): string {
  const circumstances = [
    ...(facts.late ? [`reported late; it happened ${dayAndTime(facts.fallenAt)}`] : []),
    ...(facts.location ? [`place: ${facts.location.replace(/\s+/g, ' ')}`] : []),
  ]
  const aside = circumstances.length > 0 ? ` (${circumstances.join('; ')})` : ''
  const evidence = facts.evidence ? ` ${describeEvidence(facts.evidence)}` : ''
  return `${nameWithPlace(facts.patientName, facts)} ${certainty[facts.level]}${aside}.${evidence} ${whatToDo(facts)}.`
}

/**
 * What to do about a confirmed fall and a call for help is the emergency protocol: somebody must go there or call for
 * help.
 */
function whatToDo({ kind, level, emergencyContact }: AlertFacts): string {
  if (level !== 'CONFIRMED' && kind !== 'SOS')
    return level === 'HIGH' ? 'Check on them now' : incidentTexts[kind].advice
  const whom = emergencyContact ? `their emergency contact, ${emergencyContact}` : 'the emergency services'
  return `Go to them now or call ${whom}`
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The time zone of the patient is not known, so the time is in UTC. */
const dayAndTime = (at: Date) => `on ${day.format(at)} at ${at.toISOString().slice(11, 16)} UTC`
