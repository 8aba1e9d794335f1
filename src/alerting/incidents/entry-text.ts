import type { EntryCode, EntryData, EntryDataOf } from './entry-data.ts'

const listFormat = new Intl.ListFormat('en-GB')

type Texts = { [Code in EntryCode]: string | ((data: EntryDataOf<Code>) => string) }

/** What every entry is in English, for logs and for clients that do not know its code. Nothing reads it back. */
const texts: Texts = {
  FALL_DETECTED: ({ level }) => `A device detected a fall: ${level}`,
  FALL_REPORTED: ({ level }) => `A person reported a fall: ${level}`,
  FALL_REPORTED_BY_OTHER: ({ occurredAt }) => `A fall at ${occurredAt} was reported for the patient`,
  FALL_RAISED_AFTER_END: ({ level }) => `The fall reached ${level} after the incident had ended`,
  FALL_SAID_BY_DEVICE: (data) =>
    `A device says that somebody has fallen: ${data.level}${circumstances(data)}`,
  FALL_CLEARED_BY_DEVICE: (data) => `The device says that they are up again${circumstances(data)}`,
  BUTTON_PRESSED: (data) => `The button of a device was pressed${circumstances(data)}`,
  CALL_CANCELLED_BY_DEVICE: (data) => `The call was taken back at the device${circumstances(data)}`,
  HELP_REQUESTED: ({ pressedAt }) =>
    pressedAt
      ? `The patient asked for help at ${pressedAt}; the call arrived later`
      : 'The patient asked for help',
  PATIENT_FINE: 'The patient said that they are fine',
  CHECK_ANSWERED: 'The patient said that they are fine, before anybody was told',
  CHECK_UNANSWERED: 'Opened without an answer to the check',
  OPENED: 'Opened',
  HANDLING_EXPIRED: 'Opened again: acknowledged, and not resolved',
  HANDLER_UNASSIGNED: 'Opened again: whoever was on it no longer looks after the patient',
  NOTIFICATIONS_RELEASED: 'Begun anew: messages were held until now',
  STEP_TAKEN: stepTaken,
  ACKNOWLEDGED: ({ note }) => note ?? 'On it',
  TAKEN_OVER: ({ note }) => note ?? 'Has taken over',
  ATTENDING: ({ note }) => note ?? 'Going as well',
  ASSISTANCE_REQUESTED: ({ people }) =>
    `Asks for a second person: telling ${people === 1 ? '1 person' : `${people} people`}`,
  ATTENDANCE_ENDED: 'Cannot go after all',
  RELEASED: 'Cannot go',
  ACKNOWLEDGEMENT_UNDONE: 'The acknowledgement was undone: it was a mistake',
  RESOLVED: ({ outcome, note }) => note ?? outcome,
  OUTCOME_CORRECTED: ({ from, outcome, note }) =>
    `Corrected from ${from} to ${outcome}${note === undefined ? '' : `: ${note}`}`,
  NOTE: ({ note }) => note,
  FALL_DOCUMENTED: 'The record of the fall was written',
  BATTERY_LOW: ({ percent }) => `Battery at ${percent} %`,
  BATTERY_CHARGED: 'The battery was charged',
  HEART_RATE_OUTSIDE_LIMITS: (data) =>
    data.lowest === null ? 'The heart rate is outside of its limits' : `Heart rate of ${beyond(data)}`,
  HEART_RATE_WITHIN_LIMITS: 'The heart rate is back within its limits',
  OXYGEN_BELOW_LIMIT: (data) =>
    data.lowest === null
      ? 'The oxygen saturation is below its limit'
      : `Oxygen saturation of ${beyond(data)}`,
  OXYGEN_ABOVE_LIMIT: 'The oxygen saturation is back above its limit',
  DEVICE_SILENT: ({ since }) => `No reading since ${since}`,
  DEVICE_STILL_SILENT: ({ minutes }) => `No reading for ${minutes} minutes`,
  DEVICE_SENDS: 'The device sends again',
  CONNECTION_UNSTABLE: ({ changes }) => `Unstable connection: ${changes} changes within an hour`,
  CONNECTION_STABLE: 'The connection has been stable for an hour',
  DEVICES_SILENT: ({ devices }) =>
    devices === 1 ? 'Another device has become silent' : `${devices} devices have become silent at once`,
  DEVICES_SEND: 'The devices send again',
  SERVICE_DOWN: ({ from, until }) => `The service was down from ${from} to ${until}`,
  BED_LEFT: ({ since }) => `Out of bed since ${since}`,
  BED_RETURNED: 'Back in bed',
  DOOR_OPENED: (data) => `A door was opened${circumstances(data)}`,
  NO_SIGN_OF_LIFE: ({ since }) => `No sign of life since ${since}`,
  SIGN_OF_LIFE: 'There was a sign of life',
  COLLEAGUE_REQUESTED: (data) => `A member of staff asks for a colleague${circumstances(data)}`,
  CALLS_WERE_FALSE: ({ calls }) => `${calls} calls of the device within a day were false alarms`,
  CALLS_ARE_RARE: 'The device has not called by mistake for a day',
  ALARM_SWITCHED_OFF: 'The alarm was switched off',
  DEVICE_DISABLED: 'The device was disabled',
  DEVICE_REMOVED: 'The device was removed',
}

function stepTaken({ step, people, channels, webhooks }: EntryDataOf<'STEP_TAKEN'>): string {
  const whom = [
    ...(people > 0
      ? [`${people === 1 ? '1 person' : `${people} people`} by ${listFormat.format(channels)}`]
      : []),
    ...(webhooks ? ['the webhooks'] : []),
  ]
  return `Step ${step}: ${whom.length > 0 ? `telling ${listFormat.format(whom)}` : 'nobody can be told'}`
}

/** What the device says of it, and when it happened if that was not now. */
function circumstances({
  detail,
  happenedAt,
}: {
  detail?: string | undefined
  happenedAt?: string | undefined
}) {
  const when = happenedAt === undefined ? '' : ` at ${happenedAt}; it arrived later`
  return `${detail === undefined ? '' : ` (${detail})`}${when}`
}

function beyond({ lowest, highest, since }: Omit<EntryDataOf<'HEART_RATE_OUTSIDE_LIMITS'>, 'code'>): string {
  return `${lowest === highest ? lowest : `${lowest} to ${highest}`} since ${since}`
}

/** What an entry says, in English. */
export function entryText(data: EntryData): string {
  // The compiler cannot see that the text and the data are of the same code.
  const text = texts[data.code] as string | ((data: EntryData) => string)
  return typeof text === 'string' ? text : text(data)
}
