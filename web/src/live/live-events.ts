import type { Schema } from '../api/client.ts'

/** An event of GET /api/events. */
export type LiveEvent =
  | { type: 'incident.opened' | 'incident.changed'; data: Schema<'Incident'> }
  | { type: 'device.changed'; data: Schema<'Device'> }
  | { type: 'message.received'; data: Schema<'Message'> & { unread: number } }
  | { type: 'messages.read'; data: { unread: number } }
  | { type: 'patient.changed' | 'shares.changed' | 'notes.changed'; data: { id: string } }
  | { type: 'nearby.changed'; data: { id: string } }
  | { type: 'handover.added'; data: Schema<'Handover'> }
  | { type: 'patients.seen'; data: { patients: PatientUpdate[] } }
  | { type: 'contacts.changed'; data: { reachable: boolean } }
  | { type: 'ready' | 'reset'; data: { id: string; reachable: boolean; unread: number } }

/** What changes of a patient's tile without anybody doing something. */
export interface PatientUpdate {
  patientId: string
  status: 'INCIDENT' | 'SILENT' | 'LOW_BATTERY' | 'NO_DEVICE' | 'FINE'
  since: string | null
  lastReadingAt: string | null
  battery: number | null
}

const listeners = new Set<(event: LiveEvent) => void>()

/** Calls `listener` with every event, in every tab; it returns how to stop that. */
export function onLiveEvent(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function emitLiveEvent(event: LiveEvent): void {
  for (const listener of listeners) listener(event)
}
