import type { TFunction } from 'i18next'
import type { Schema } from '../api/client.ts'
import { channelWord } from '../i18n/channel-word.ts'
import type { Formats } from '../i18n/create-formats.ts'

type Entry = Schema<'IncidentEntry'>
type Data = Schema<'IncidentEntryData'>
type Code = Data['code']
type DataOf<One extends Code> = Extract<Data, { code: One }>

/** What the words of an entry are made of. */
interface Speaker {
  t: TFunction
  formats: Formats
}

/** What the service says of each code; null where the type of the entry says it all. What a person wrote is theirs. */
const words: { [One in Code]: (data: DataOf<One>, speaker: Speaker) => string | null } = {
  FALL_DETECTED: ({ level }, { t }) => t('incident.said.detected', { level: t(`incident.level.${level}`) }),
  FALL_REPORTED: (_, { t }) => t('incident.said.reported'),
  FALL_REPORTED_BY_OTHER: ({ occurredAt }, { t, formats }) =>
    t('incident.said.reportedByOther', { time: formats.time(new Date(occurredAt)) }),
  FALL_RAISED_AFTER_END: ({ level }, { t }) =>
    t('incident.said.afterEnd', { level: t(`incident.level.${level}`) }),
  FALL_SAID_BY_DEVICE: (data, speaker) =>
    ofDevice(
      speaker.t('incident.said.fallByDevice', { level: speaker.t(`incident.level.${data.level}`) }),
      data,
      speaker,
    ),
  FALL_CLEARED_BY_DEVICE: (data, speaker) => ofDevice(speaker.t('incident.said.fallCleared'), data, speaker),
  BUTTON_PRESSED: (data, speaker) => ofDevice(speaker.t('incident.said.button'), data, speaker),
  CALL_CANCELLED_BY_DEVICE: (data, speaker) =>
    ofDevice(speaker.t('incident.said.callCancelled'), data, speaker),
  BED_LEFT: ({ since }, { t, formats }) =>
    t('incident.said.bedLeft', { since: formats.time(new Date(since)) }),
  BED_RETURNED: (_, { t }) => t('incident.said.bedReturned'),
  DOOR_OPENED: (data, speaker) => ofDevice(speaker.t('incident.said.doorOpened'), data, speaker),
  NO_SIGN_OF_LIFE: ({ since }, { t, formats }) =>
    t('incident.said.noSign', { since: formats.time(new Date(since)) }),
  SIGN_OF_LIFE: (_, { t }) => t('incident.said.sign'),
  COLLEAGUE_REQUESTED: (data, speaker) => ofDevice(speaker.t('incident.said.colleague'), data, speaker),
  CALLS_WERE_FALSE: ({ calls }, { t, formats }) =>
    t('incident.said.falseCalls', { number: formats.number(calls) }),
  CALLS_ARE_RARE: (_, { t }) => t('incident.said.callsAreRare'),
  HELP_REQUESTED: ({ pressedAt }, { t, formats }) =>
    pressedAt
      ? t('incident.said.helpLate', { time: formats.time(new Date(pressedAt)) })
      : t('incident.said.help'),
  PATIENT_FINE: () => null,
  CHECK_ANSWERED: () => null,
  CHECK_UNANSWERED: (_, { t }) => t('incident.said.unanswered'),
  OPENED: () => null,
  HANDLING_EXPIRED: (_, { t }) => t('incident.said.notResolved'),
  HANDLER_UNASSIGNED: (_, { t }) => t('incident.said.handlerGone'),
  NOTIFICATIONS_RELEASED: (_, { t }) => t('incident.said.released'),
  STEP_TAKEN: stepTaken,
  ACKNOWLEDGED: ({ note }) => note ?? null,
  TAKEN_OVER: ({ note }) => note ?? null,
  ASSISTANCE_REQUESTED: ({ people }, { t }) => t('incident.team.told', { count: people }),
  ATTENDING: ({ note, etaMinutes }, { t, formats }) =>
    note ??
    (etaMinutes === undefined ? null : t('incident.said.attending', { number: formats.number(etaMinutes) })),
  ATTENDANCE_ENDED: (_, { t }) => t('incident.said.notAttending'),
  RELEASED: (_, { t }) => t('incident.said.cannotGo'),
  ACKNOWLEDGEMENT_UNDONE: (_, { t }) => t('incident.said.undone'),
  RESOLVED: ({ outcome, note }, { t }) => note ?? t(`incident.outcome.${outcome}`),
  OUTCOME_CORRECTED: outcomeCorrected,
  FALL_DOCUMENTED: () => null,
  NOTE: ({ note }) => note,
  BATTERY_LOW: ({ percent }, { t, formats }) =>
    t('incident.said.battery', { number: formats.number(percent) }),
  BATTERY_CHARGED: (_, { t }) => t('incident.said.charged'),
  HEART_RATE_OUTSIDE_LIMITS: (data, speaker) => beyondLimits('heartRate', data, speaker),
  HEART_RATE_WITHIN_LIMITS: (_, { t }) => t('incident.said.heartRateBack'),
  OXYGEN_BELOW_LIMIT: (data, speaker) => beyondLimits('oxygen', data, speaker),
  OXYGEN_ABOVE_LIMIT: (_, { t }) => t('incident.said.oxygenBack'),
  DEVICE_SILENT: ({ since }, { t, formats }) =>
    t('incident.said.silentSince', { since: formats.time(new Date(since)) }),
  DEVICE_STILL_SILENT: ({ minutes }, { t, formats }) =>
    t('incident.said.silentFor', { number: formats.number(minutes) }),
  DEVICE_SENDS: (_, { t }) => t('incident.said.deviceBack'),
  CONNECTION_UNSTABLE: ({ changes }, { t, formats }) =>
    t('incident.said.unstable', { number: formats.number(changes) }),
  CONNECTION_STABLE: (_, { t }) => t('incident.said.stable'),
  DEVICES_SILENT: ({ devices }, { t, formats }) =>
    devices === 1
      ? t('incident.said.deviceSilent')
      : t('incident.said.devicesSilent', { number: formats.number(devices) }),
  DEVICES_SEND: (_, { t }) => t('incident.said.devicesBack'),
  SERVICE_DOWN: ({ from, until }, { t, formats }) =>
    t('incident.said.serviceDown', {
      since: formats.time(new Date(from)),
      until: formats.time(new Date(until)),
    }),
  ALARM_SWITCHED_OFF: (_, { t }) => t('incident.said.alarmOff'),
  DEVICE_DISABLED: (_, { t }) => t('incident.said.deviceDisabled'),
  DEVICE_REMOVED: (_, { t }) => t('incident.said.deviceRemoved'),
}

/** What a device says, in its own words as well, and when it happened if that was not now. */
function ofDevice(
  text: string,
  { detail, happenedAt }: { detail?: string; happenedAt?: string },
  { t, formats }: Speaker,
): string {
  const named = detail === undefined ? text : t('incident.said.inDeviceWords', { text, detail })
  if (happenedAt === undefined) return named
  return t('incident.said.arrivedLate', { text: named, time: formats.time(new Date(happenedAt)) })
}

function outcomeCorrected(
  { from, outcome, previousInjuries, note }: DataOf<'OUTCOME_CORRECTED'>,
  { t }: Speaker,
): string {
  const words = { from: t(`incident.outcome.${from}`), outcome: t(`incident.outcome.${outcome}`) }
  const injuries = previousInjuries && t('incident.said.injuriesBefore', { injuries: previousInjuries })
  return [t('incident.said.corrected', words), injuries, note].filter(Boolean).join('\n')
}

function stepTaken(
  { people, channels: by, webhooks }: DataOf<'STEP_TAKEN'>,
  { t, formats }: Speaker,
): string {
  if (people === 0) return t(webhooks ? 'incident.said.toldWebhooks' : 'incident.said.toldNobody')
  return t(webhooks ? 'incident.said.toldAll' : 'incident.said.told', {
    count: people,
    channels: formats.list(by.map((channel) => channelWord(t, channel))),
  })
}

/** A patient who does not share vital signs has entries without figures. */
function beyondLimits(
  sign: 'heartRate' | 'oxygen',
  { lowest, highest, since }: Omit<DataOf<'OXYGEN_BELOW_LIMIT'>, 'code'>,
  { t, formats }: Speaker,
): string {
  if (lowest === null || highest === null || since === null) return t(`incident.said.${sign}Hidden`)
  const values = { number: formats.number(lowest), since: formats.time(new Date(since)) }
  return lowest === highest
    ? t(`incident.said.${sign}`, values)
    : t(`incident.said.${sign}s`, { ...values, highest: formats.number(highest) })
}

export interface EntryWords {
  /** What happened, in the language of the page. */
  title: string
  /** What a person wrote, or more of what happened. */
  text: string | null
  /** Whether the text is an English one of the service. */
  isEnglish: boolean
}

/** Says an entry of the timeline in the language of the page, and keeps what a person wrote. */
export function entryWords({ type, actor, data, text }: Entry, t: TFunction, formats: Formats): EntryWords {
  const title = t(`incident.entry.${type}`)
  // A service that was updated has codes that a page of before does not know.
  const say = data && (words[data.code] as ((data: Data, speaker: Speaker) => string | null) | undefined)
  if (data && say) return { title, text: say(data, { t, formats }), isEnglish: false }
  // A person's words are in their language; those of the service are English.
  return { title, text, isEnglish: actor === null }
}
