import { nameWithPlace, placeText } from '../../accounts/residences/place.ts'
import type { IncidentKind } from '../model/incident.ts'
import type { Notification, Purpose } from './channels/channel.ts'
import { webhook } from './channels/webhook.ts'
import type { Contact, WebhookEvent } from './contact.ts'
import type { ClaimedDelivery, SubjectIncident } from './delivery-queue.store.ts'

export interface MessageParts {
  delivery: ClaimedDelivery
  contact: Contact
  incident: SubjectIncident
  /** The owner of the contact may read the record of the patient at this moment. */
  isEntitled: boolean
  publicUrl: string | undefined
  acknowledgeUrl: string | undefined
  now: Date
}

const titles: Record<IncidentKind, string> = {
  FALL: 'Somebody may have fallen',
  SOS: 'Somebody asks for help',
  VITALS: 'Vital signs need attention',
  DEVICE_SILENT: 'A device is silent',
  LOW_BATTERY: 'A battery is almost empty',
}

const sentences: Record<IncidentKind, string> = {
  FALL: 'may have fallen',
  SOS: 'asks for help',
  VITALS: 'has vital signs outside of their limits',
  DEVICE_SILENT: 'wears a device that sends nothing any more',
  LOW_BATTERY: 'wears a device whose battery is almost empty',
}

/**
 * incidentMessage is an alert, a closing message, or a note that the patient asks for help again. The name and the place
 * of the patient are in it only if the owner of the contact wants names and may read the record; a webhook gets ids.
 */
export function incidentMessage(parts: MessageParts): Notification {
  const { delivery, contact, incident, publicUrl, acknowledgeUrl, now } = parts
  const isAlert = delivery.purpose === 'alert'
  return {
    tag: `incident-${incident.id}`,
    deliveryId: delivery.id,
    purpose: delivery.purpose,
    severity: incident.severity,
    ...textOf[delivery.purpose === 'note' ? 'note' : isAlert ? 'alert' : 'closing'](parts),
    url: publicUrl && `${publicUrl}/incidents/${incident.id}`,
    acknowledgeUrl: isAlert ? acknowledgeUrl : undefined,
    event: contact.channel === webhook.name ? eventOf(incident, isAlert, now) : undefined,
  }
}

const textOf = { alert: alertText, closing: closingText, note: callText }

const showsNames = ({ contact, isEntitled }: MessageParts) => contact.showDetails && isEntitled

/** shownPatient is the patient as the receiver may see them: with the name and the place, or undefined. */
function shownPatient(parts: MessageParts): string | undefined {
  const { patientName } = parts.incident
  return patientName && showsNames(parts) ? nameWithPlace(patientName, parts.incident) : undefined
}

function alertText(parts: MessageParts): { title: string; text: string } {
  const { kind } = parts.incident
  const title = titles[kind]
  const patient = shownPatient(parts)
  if (!patient) return { title, text: 'Open Fallwatch to see who, and say that you are on it.' }
  return { title, text: `${patient} ${sentences[kind]}. Say that you are on it, or others are told.` }
}

function closingText(parts: MessageParts): { title: string; text: string } {
  const { contact, incident } = parts
  const { state, handlerId, handlerName, patientName } = incident
  const patient = [patientName, placeText(incident)].filter(Boolean).join(', ')
  const about = patientName && showsNames(parts) ? ` (${patient})` : ''
  if (state !== 'ACKNOWLEDGED')
    return { title: 'Ended', text: `This has ended${about}. Nothing is left to do.` }
  if (handlerId === contact.userId)
    return { title: 'You are on it', text: `Nobody else is told any more${about}.` }
  const who = showsNames(parts) && handlerName ? handlerName : 'Somebody'
  return { title: 'Handled', text: `${who} is on it${about}.` }
}

function callText(parts: MessageParts): { title: string; text: string } {
  const who = shownPatient(parts) ?? 'The person whom you are looking after'
  return { title: 'Help is asked for again', text: `${who} has asked for help again. Are you on your way?` }
}

/** wantsMessage is false of a webhook that wants other events only. */
export const wantsMessage = ({ events }: Contact, purpose: Purpose) =>
  events === null || events.includes(eventType(purpose === 'alert'))

const eventType = (isAlert: boolean): WebhookEvent => (isAlert ? 'incident.opened' : 'incident.closed')

/** eventOf holds ids and no name or value: the receiver reads the rest with the rights of its own account. */
function eventOf(incident: SubjectIncident, isAlert: boolean, timestamp: Date) {
  const { id, kind, state, severity, patientId, fallId, deviceId, openedAt, handlerId } = incident
  return {
    type: eventType(isAlert),
    timestamp,
    data: { id, kind, state, severity, patientId, fallId, deviceId, openedAt, handledBy: handlerId },
  }
}
