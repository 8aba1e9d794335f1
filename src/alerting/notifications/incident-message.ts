import { nameWithPlace, placeText } from '../../accounts/residences/place.ts'
import { incidentTexts } from '../model/incident-texts.ts'
import type { Notification, Purpose } from './channels/channel.ts'
import { webhook } from './channels/webhook.ts'
import type { Contact, WebhookEvent } from './contact.ts'
import type { ClaimedDelivery, SubjectIncident } from './delivery-queue.store.ts'
import { attendingNotes } from './incident-deliveries.ts'

export interface MessageParts {
  delivery: ClaimedDelivery
  contact: Contact
  incident: SubjectIncident
  /** The owner of the contact may read the record of the patient at this moment. */
  isEntitled: boolean
  /** The owner of the contact is a relative who does not count as a helper. */
  isRelative: boolean
  publicUrl: string | undefined
  acknowledgeUrl: string | undefined
  now: Date
}

/**
 * An alert, an update of one, a closing message, or a note to who is on it. The name and the place
 * of the patient are in it only if the owner of the contact wants names and may read the record; a webhook gets ids.
 */
export function incidentMessage(parts: MessageParts): Notification {
  const { delivery, contact, incident, publicUrl, acknowledgeUrl, now } = parts
  const isAssistance = delivery.purpose === 'assistance'
  const isUpdate = delivery.purpose === 'update'
  const isAlert = delivery.purpose === 'alert' || isUpdate || isAssistance
  return {
    tag: `incident-${incident.id}`,
    deliveryId: delivery.id,
    purpose: delivery.purpose === 'update' || delivery.purpose === 'assistance' ? 'alert' : delivery.purpose,
    isQuiet: isUpdate || undefined,
    forRelative: parts.isRelative || undefined,
    severity: incident.severity,
    ...textOf[
      isAssistance ? 'assistance' : delivery.purpose === 'note' ? 'note' : isAlert ? 'alert' : 'closing'
    ](parts),
    url: publicUrl && `${publicUrl}/incidents/${incident.id}`,
    acknowledgeUrl: isAlert ? acknowledgeUrl : undefined,
    event: contact.channel === webhook.name ? eventOf(incident, isAlert, now) : undefined,
  }
}

const textOf = { alert: alertText, assistance: assistanceText, closing: closingText, note: noteText }

const showsNames = ({ contact, isEntitled }: MessageParts) => contact.showDetails && isEntitled

/** The patient as the receiver may see them: with the name and the place, or undefined. */
function shownPatient(parts: MessageParts): string | undefined {
  const { patientName } = parts.incident
  return patientName && showsNames(parts) ? nameWithPlace(patientName, parts.incident) : undefined
}

/** What has happened to whom or where, as the receiver may see it, or undefined. */
function shownCause(parts: MessageParts): string | undefined {
  const { kind, patientId, deviceName } = parts.incident
  const patient = shownPatient(parts)
  if (patient) return `${patient} ${incidentTexts[kind].ofPatient}.`
  const place = placeText(parts.incident)
  if (patientId || !place || !showsNames(parts)) return undefined
  return `${place}: ${incidentTexts[kind].ofPlace}${deviceName ? ` (${deviceName})` : ''}.`
}

function alertText(parts: MessageParts): { title: string; text: string } {
  const { isRelative, delivery, incident } = parts
  const { kind } = incident
  const going = goingText(parts)
  const { title: ofKind } = incidentTexts[kind]
  const title = delivery.purpose === 'update' && going ? `${ofKind}: somebody is going` : ofKind
  const cause = shownCause(parts)
  const see = incident.patientId ? 'see who' : 'see where'
  const what = cause ?? `Open Fallwatch to ${see}.`
  const answer = isRelative ? 'Say if you are going; staff are told all the same.' : staffAnswer(parts, going)
  if (!cause && !going && !isRelative)
    return { title, text: `Open Fallwatch to ${see}, and say that you are on it.` }
  return { title, text: [what, going, answer].filter(Boolean).join(' ') }
}

const staffAnswer = ({ incident }: MessageParts, going: string | undefined) =>
  going && incident.state === 'OPEN'
    ? 'Staff are still needed: say that you are on it.'
    : 'Say that you are on it, or others are told.'

/** Names those who go there, other than the receiver, with what they are to the patient. */
function goingText(parts: MessageParts): string | undefined {
  const { contact, incident } = parts
  const others = incident.going.filter(({ id }) => id !== contact.userId)
  if (others.length === 0) return undefined
  const names = showsNames(parts)
    ? others.flatMap(({ name, relationship }) => withRelationship(name, relationship))
    : []
  if (names.length === 0)
    return `${others.every(({ kind }) => kind === 'RELATIVE') ? 'A relative' : 'Somebody'} is going.`
  return `${listFormat.format(names)} ${names.length === 1 ? 'is' : 'are'} going.`
}

const listFormat = new Intl.ListFormat('en-GB')

const withRelationship = (name: string | null, relationship: string | null) =>
  name ? [relationship ? `${name} (${relationship})` : name] : []

function closingText(parts: MessageParts): { title: string; text: string } {
  const { contact, incident } = parts
  const { state, handlerId, handlerName, handlerRelationship, patientName } = incident
  const patient = [patientName, placeText(incident)].filter(Boolean).join(', ')
  const about = patient && showsNames(parts) ? ` (${patient})` : ''
  if (state !== 'ACKNOWLEDGED')
    return { title: 'Ended', text: `This has ended${about}. Nothing is left to do.` }
  if (handlerId === contact.userId)
    return { title: 'You are on it', text: `Nobody else is told any more${about}.` }
  const [who = 'Somebody'] = showsNames(parts) ? withRelationship(handlerName, handlerRelationship) : []
  const text = [`${who} is on it${about}.`, goingText(parts)].filter(Boolean).join(' ')
  return { title: 'Handled', text }
}

function noteText(parts: MessageParts): { title: string; text: string } {
  const { text } = parts.delivery
  const patient = shownPatient(parts)
  const about = patient ? ` (${patient})` : ''
  const going = goingText(parts)
  if (text === attendingNotes.ended) {
    const left = going ?? 'Nobody else is going: ask again if you need a second person.'
    return { title: 'Somebody cannot come', text: `Somebody who was going cannot. ${left}${about}` }
  }
  if (text === attendingNotes.begun && going)
    return { title: 'Somebody is going as well', text: going + about }
  const who = patient ?? 'The person whom you are looking after'
  return { title: 'Help is asked for again', text: `${who} has asked for help again. Are you on your way?` }
}

function assistanceText(parts: MessageParts): { title: string; text: string } {
  const { handlerName, handlerRelationship } = parts.incident
  const [handler] = withRelationship(handlerName, handlerRelationship)
  const patient = shownPatient(parts)
  const title = 'A second person is needed'
  if (!patient || !handler)
    return { title, text: 'Somebody asks for help. Open Fallwatch to see who, and say that you are coming.' }
  return { title, text: `${handler} asks for help with ${patient}. Say that you are coming.` }
}

/** False for a webhook that wants other events only. */
export const wantsMessage = ({ events }: Contact, purpose: Purpose) =>
  events === null || events.includes(eventType(purpose === 'alert' || purpose === 'update'))

const eventType = (isAlert: boolean): WebhookEvent => (isAlert ? 'incident.opened' : 'incident.closed')

/** Holds ids and no name or value: the receiver reads the rest with the rights of its own account. */
function eventOf(incident: SubjectIncident, isAlert: boolean, timestamp: Date) {
  const { id, kind, state, severity, patientId, fallId, deviceId, openedAt, handlerId } = incident
  return {
    type: eventType(isAlert),
    timestamp,
    data: { id, kind, state, severity, patientId, fallId, deviceId, openedAt, handledBy: handlerId },
  }
}
