import type { EntryCode, EntryData, EntryDataOf } from '../../src/alerting/incidents/entry-data.ts'

const since = '2026-03-01T12:34:56.000Z'
const until = '2026-03-01T13:00:00.000Z'
const step = { code: 'STEP_TAKEN', step: 1, people: 1, channels: ['push', 'ntfy'], webhooks: false } as const

/** Data of every code, in every form; the types miss none. */
const samples: { [Code in EntryCode]: EntryDataOf<Code>[] } = {
  FALL_DETECTED: [{ code: 'FALL_DETECTED', level: 'HIGH' }],
  FALL_REPORTED: [{ code: 'FALL_REPORTED', level: 'CONFIRMED' }],
  FALL_REPORTED_BY_OTHER: [{ code: 'FALL_REPORTED_BY_OTHER', level: 'CONFIRMED', occurredAt: since }],
  FALL_RAISED_AFTER_END: [{ code: 'FALL_RAISED_AFTER_END', level: 'POTENTIAL' }],
  FALL_SAID_BY_DEVICE: [
    { code: 'FALL_SAID_BY_DEVICE', level: 'POTENTIAL' },
    { code: 'FALL_SAID_BY_DEVICE', level: 'HIGH', detail: 'corridor', happenedAt: since },
  ],
  FALL_CLEARED_BY_DEVICE: [{ code: 'FALL_CLEARED_BY_DEVICE' }],
  BUTTON_PRESSED: [
    { code: 'BUTTON_PRESSED' },
    { code: 'BUTTON_PRESSED', detail: 'bathroom cord', happenedAt: since },
  ],
  CALL_CANCELLED_BY_DEVICE: [{ code: 'CALL_CANCELLED_BY_DEVICE', detail: 'bathroom cord' }],
  HELP_REQUESTED: [{ code: 'HELP_REQUESTED' }, { code: 'HELP_REQUESTED', pressedAt: since }],
  PATIENT_FINE: [{ code: 'PATIENT_FINE' }],
  CHECK_ANSWERED: [{ code: 'CHECK_ANSWERED' }],
  CHECK_UNANSWERED: [{ code: 'CHECK_UNANSWERED' }],
  OPENED: [{ code: 'OPENED' }],
  HANDLING_EXPIRED: [{ code: 'HANDLING_EXPIRED' }],
  HANDLER_UNASSIGNED: [{ code: 'HANDLER_UNASSIGNED' }],
  NOTIFICATIONS_RELEASED: [{ code: 'NOTIFICATIONS_RELEASED' }],
  STEP_TAKEN: [
    { ...step, channels: ['push', 'ntfy'] },
    { ...step, people: 3, channels: ['push', 'mail', 'ntfy'], webhooks: true },
    { ...step, people: 0, channels: [], webhooks: true },
    { ...step, people: 0, channels: [] },
  ],
  ACKNOWLEDGED: [{ code: 'ACKNOWLEDGED' }, { code: 'ACKNOWLEDGED', note: 'By car' }],
  TAKEN_OVER: [{ code: 'TAKEN_OVER' }, { code: 'TAKEN_OVER', note: 'I am closer' }],
  ASSISTANCE_REQUESTED: [
    { code: 'ASSISTANCE_REQUESTED', people: 1 },
    { code: 'ASSISTANCE_REQUESTED', people: 3 },
  ],
  ATTENDING: [
    { code: 'ATTENDING' },
    { code: 'ATTENDING', etaMinutes: 10 },
    { code: 'ATTENDING', note: 'By car' },
  ],
  ATTENDANCE_ENDED: [{ code: 'ATTENDANCE_ENDED' }],
  RELEASED: [{ code: 'RELEASED' }],
  ACKNOWLEDGEMENT_UNDONE: [{ code: 'ACKNOWLEDGEMENT_UNDONE' }],
  RESOLVED: [
    { code: 'RESOLVED', outcome: 'REAL_FALL' },
    { code: 'RESOLVED', outcome: 'OTHER', note: 'Slept' },
  ],
  OUTCOME_CORRECTED: [
    { code: 'OUTCOME_CORRECTED', from: 'FALSE_ALARM', outcome: 'REAL_FALL' },
    {
      code: 'OUTCOME_CORRECTED',
      from: 'REAL_FALL',
      outcome: 'TEST',
      previousInjuries: 'A bruise',
      note: 'Wrong one',
    },
  ],
  NOTE: [{ code: 'NOTE', note: 'The door is open.' }],
  FALL_DOCUMENTED: [{ code: 'FALL_DOCUMENTED' }],
  BATTERY_LOW: [{ code: 'BATTERY_LOW', percent: 19 }],
  BATTERY_CHARGED: [{ code: 'BATTERY_CHARGED' }],
  HEART_RATE_OUTSIDE_LIMITS: [
    { code: 'HEART_RATE_OUTSIDE_LIMITS', lowest: 142, highest: 142, since },
    { code: 'HEART_RATE_OUTSIDE_LIMITS', lowest: 142, highest: 149, since },
  ],
  HEART_RATE_WITHIN_LIMITS: [{ code: 'HEART_RATE_WITHIN_LIMITS' }],
  OXYGEN_BELOW_LIMIT: [
    { code: 'OXYGEN_BELOW_LIMIT', lowest: 85, highest: 85, since },
    { code: 'OXYGEN_BELOW_LIMIT', lowest: 85, highest: 87, since },
  ],
  OXYGEN_ABOVE_LIMIT: [{ code: 'OXYGEN_ABOVE_LIMIT' }],
  DEVICE_SILENT: [{ code: 'DEVICE_SILENT', since }],
  DEVICE_STILL_SILENT: [{ code: 'DEVICE_STILL_SILENT', minutes: 30 }],
  DEVICE_SENDS: [{ code: 'DEVICE_SENDS' }],
  CONNECTION_UNSTABLE: [{ code: 'CONNECTION_UNSTABLE', changes: 5 }],
  CONNECTION_STABLE: [{ code: 'CONNECTION_STABLE' }],
  DEVICES_SILENT: [
    { code: 'DEVICES_SILENT', devices: 1 },
    { code: 'DEVICES_SILENT', devices: 4 },
  ],
  DEVICES_SEND: [{ code: 'DEVICES_SEND' }],
  SERVICE_DOWN: [{ code: 'SERVICE_DOWN', from: since, until }],
  BED_LEFT: [{ code: 'BED_LEFT', since }],
  BED_RETURNED: [{ code: 'BED_RETURNED' }],
  DOOR_OPENED: [{ code: 'DOOR_OPENED' }, { code: 'DOOR_OPENED', detail: 'garden' }],
  NO_SIGN_OF_LIFE: [{ code: 'NO_SIGN_OF_LIFE', since }],
  SIGN_OF_LIFE: [{ code: 'SIGN_OF_LIFE' }],
  COLLEAGUE_REQUESTED: [{ code: 'COLLEAGUE_REQUESTED' }],
  CALLS_WERE_FALSE: [{ code: 'CALLS_WERE_FALSE', calls: 5 }],
  CALLS_ARE_RARE: [{ code: 'CALLS_ARE_RARE' }],
  ALARM_SWITCHED_OFF: [{ code: 'ALARM_SWITCHED_OFF' }],
  DEVICE_DISABLED: [{ code: 'DEVICE_DISABLED' }],
  DEVICE_REMOVED: [{ code: 'DEVICE_REMOVED' }],
}

export const entrySamples: EntryData[] = Object.values(samples).flat()
