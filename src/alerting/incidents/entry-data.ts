import { z } from 'zod'
import { fallLevels } from '../../detection/levels/fall-level.ts'
import { outcomes } from '../model/incident.ts'

/** What happened to the incident; what it was, or why, is the code of the entry's data. */
export const entryTypes = [
  'checking',
  'opened',
  'added',
  'raised',
  'told',
  'acknowledged',
  'attending',
  'released',
  'reopened',
  'resolved',
  'cancelled',
  'ok',
  'help',
  'note',
  'documented',
  'assistance',
  'corrected',
] as const
export type EntryType = (typeof entryTypes)[number]

const vitalFields = new Set<z.ZodType>()

/** Marks a field as a figure of vital signs: readers with whom the patient does not share them get null. */
function vital<Field extends z.ZodType>(field: Field) {
  const schema = field
    .nullable()
    .meta({ description: 'Null for readers with whom the patient does not share vital signs' })
  vitalFields.add(schema)
  return schema
}

const time = z.iso.datetime()
const level = z.enum(fallLevels)
const detail = z.string().optional().meta({ description: 'In words of the device' })
const happenedAt = time.optional().meta({ description: 'When it happened, if it arrived later' })
const note = z.string().meta({ description: 'What the person wrote' })

/** Beyond the limits since then, between these values. */
const beyondLimits = () => ({ lowest: vital(z.number()), highest: vital(z.number()), since: vital(time) })

/**
 * Lists all that a timeline can say: the fields of the data of each code. What the API describes, the English
 * texts, the words of the console and the tests are taken from it. A code that was stored once stays here.
 */
export const entryFields = {
  FALL_DETECTED: { level },
  FALL_REPORTED: { level },
  /** By somebody who looks after the patient, and was there. */
  FALL_REPORTED_BY_OTHER: { level, occurredAt: time },
  FALL_RAISED_AFTER_END: { level },
  /** A device that decides by itself, such as a radar, says that somebody has fallen. */
  FALL_SAID_BY_DEVICE: { level, detail, happenedAt },
  /** The device says that they are up again; a person confirms it. */
  FALL_CLEARED_BY_DEVICE: { detail },
  BUTTON_PRESSED: { detail, happenedAt },
  /** The call was taken back at the device; a person confirms it. */
  CALL_CANCELLED_BY_DEVICE: { detail },
  HELP_REQUESTED: {
    pressedAt: time.optional().meta({ description: 'When it was pressed, if it arrived later' }),
  },
  PATIENT_FINE: {},
  /** Fine, in the time of the check: nobody was told. */
  CHECK_ANSWERED: {},
  CHECK_UNANSWERED: {},
  OPENED: {},
  /** Acknowledged, and not resolved in time. */
  HANDLING_EXPIRED: {},
  /** Whoever was on it no longer looks after the patient. */
  HANDLER_UNASSIGNED: {},
  NOTIFICATIONS_RELEASED: {},
  STEP_TAKEN: {
    step: z.int().min(1),
    people: z.int().min(0),
    // Not one of today's channels only: a timeline keeps those of its time.
    channels: z.array(z.string()).meta({ description: 'By which people are told: `push`, `mail`, `ntfy`' }),
    webhooks: z.boolean(),
  },
  ACKNOWLEDGED: { note: note.optional() },
  /** Somebody else was on it before. */
  TAKEN_OVER: { note: note.optional() },
  /** Who handles it asks for a second person. */
  ASSISTANCE_REQUESTED: { people: z.int().min(0) },
  /** Somebody goes there beside who handles it; the escalation goes on. */
  ATTENDING: { etaMinutes: z.int().optional(), note: note.optional() },
  /** They cannot go after all. */
  ATTENDANCE_ENDED: {},
  /** The handler cannot go. */
  RELEASED: {},
  /** The handler took the acknowledgement back within seconds: it was a mistake. */
  ACKNOWLEDGEMENT_UNDONE: {},
  RESOLVED: { outcome: z.enum(outcomes), note: note.optional() },
  OUTCOME_CORRECTED: {
    from: z.enum(outcomes),
    outcome: z.enum(outcomes),
    previousInjuries: z.string().optional().meta({ description: 'What was written of injuries before' }),
    note: note.optional(),
  },
  NOTE: { note },
  /** Somebody has written or changed the record of a fall. */
  FALL_DOCUMENTED: {},
  BATTERY_LOW: { percent: z.number() },
  BATTERY_CHARGED: {},
  HEART_RATE_OUTSIDE_LIMITS: beyondLimits(),
  HEART_RATE_WITHIN_LIMITS: {},
  OXYGEN_BELOW_LIMIT: beyondLimits(),
  OXYGEN_ABOVE_LIMIT: {},
  DEVICE_SILENT: { since: time },
  DEVICE_STILL_SILENT: { minutes: z.number() },
  DEVICE_SENDS: {},
  CONNECTION_UNSTABLE: { changes: z.int() },
  CONNECTION_STABLE: {},
  DEVICES_SILENT: { devices: z.int() },
  DEVICES_SEND: {},
  SERVICE_DOWN: { from: time, until: time },
  BED_LEFT: { since: time },
  BED_RETURNED: {},
  DOOR_OPENED: { detail, happenedAt },
  NO_SIGN_OF_LIFE: { since: time },
  SIGN_OF_LIFE: {},
  COLLEAGUE_REQUESTED: { detail, happenedAt },
  /** So many calls of the device within a day were closed as false alarms. */
  CALLS_WERE_FALSE: { calls: z.int() },
  CALLS_ARE_RARE: {},
  ALARM_SWITCHED_OFF: {},
  DEVICE_DISABLED: {},
  DEVICE_REMOVED: {},
} satisfies Record<string, z.ZodRawShape>

type Fields = typeof entryFields
export type EntryCode = keyof Fields
export const entryCodes = Object.keys(entryFields) as EntryCode[]

export type EntryDataOf<Code extends EntryCode> = Fields[Code] extends infer Shape extends z.ZodRawShape
  ? z.infer<z.ZodObject<{ code: z.ZodLiteral<Code> } & Shape>>
  : never
/** What an entry of a timeline says, by its code. */
export type EntryData = { [Code in EntryCode]: EntryDataOf<Code> }[EntryCode]

const schemas = entryCodes.map((code) => z.object({ code: z.literal(code), ...entryFields[code] }))

export const entryDataSchema = z
  .discriminatedUnion('code', schemas as [(typeof schemas)[number], ...typeof schemas])
  .meta({ id: 'IncidentEntryData', description: 'What happened, by its `code`' })

/** Returns undefined for data that this version does not know: a newer one may have written it. */
export function parseEntryData(stored: unknown): EntryData | undefined {
  return entryDataSchema.safeParse(stored).data as EntryData | undefined
}

/** The data without the figures of vital signs; what they are of remains. */
export function withoutVitals<Data extends EntryData>(data: Data): Data {
  const hidden = Object.entries<z.ZodType>(entryFields[data.code]).filter(([, field]) =>
    vitalFields.has(field),
  )
  return { ...data, ...Object.fromEntries(hidden.map(([name]) => [name, null])) }
}
