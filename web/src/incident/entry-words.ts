import type { TFunction } from 'i18next'
import type { Schema } from '../api/client.ts'
import type { Formats } from '../i18n/create-formats.ts'

type Entry = Schema<'IncidentEntry'>

const outcomes = ['REAL_FALL', 'NEAR_FALL', 'FALSE_ALARM', 'TEST', 'HELP_GIVEN', 'OTHER'] as const
const levels = ['SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED'] as const
const channels = ['push', 'mail', 'ntfy'] as const

/** Texts of the service that say no more than their type. */
const repetitions: readonly string[] = [
  'On it',
  'Cannot go',
  'Opened',
  'The patient said that they are fine',
  'The patient said that they are fine, before anybody was told',
]

/** What the service says in English, by its words; what is named in them is said in the language of the page. */
const sayings = [
  [/^A device detected a fall: (?<level>\w+)$/, 'detected'],
  [/^A person reported a fall: (?<level>\w+)$/, 'reported'],
  [/^The fall reached (?<level>\w+) after the incident had ended$/, 'afterEnd'],
  [/^The button of a device was pressed$/, 'button'],
  [/^The patient asked for help$/, 'help'],
  [/^Opened without an answer to the check$/, 'unanswered'],
  [/^Opened again: acknowledged, and not resolved$/, 'notResolved'],
  [/^Opened again: whoever was on it no longer looks after the patient$/, 'handlerGone'],
  [/^Begun anew: messages were held until now$/, 'released'],
  [/^Step \d+: nobody can be told$/, 'toldNobody'],
  [/^Step \d+: telling the webhooks$/, 'toldWebhooks'],
  [/^Step \d+: telling (?<count>\d+) \w+ by (?<channels>.+) and the webhooks$/, 'toldAll'],
  [/^Step \d+: telling (?<count>\d+) \w+ by (?<channels>.+)$/, 'told'],
  [/^Battery at (?<number>\d+) %$/, 'battery'],
  [/^The battery was charged$/, 'charged'],
  [/^Heart rate of (?<number>\d+) since (?<since>\S+)$/, 'heartRate'],
  [/^Heart rate of (?<number>\d+) to (?<highest>\d+) since (?<since>\S+)$/, 'heartRates'],
  [/^The heart rate is back within its limits$/, 'heartRateBack'],
  [/^Oxygen saturation of (?<number>\d+) since (?<since>\S+)$/, 'oxygen'],
  [/^Oxygen saturation of (?<number>\d+) to (?<highest>\d+) since (?<since>\S+)$/, 'oxygens'],
  [/^The oxygen saturation is back above its limit$/, 'oxygenBack'],
  [/^No reading since (?<since>\S+)$/, 'silentSince'],
  [/^No reading for (?<number>\d+) minutes$/, 'silentFor'],
  [/^Unstable connection: (?<number>\d+) changes within an hour$/, 'unstable'],
  [/^The connection has been stable for an hour$/, 'stable'],
  [/^The device sends again$/, 'deviceBack'],
  [/^The devices send again$/, 'devicesBack'],
  [/^Another device has become silent$/, 'deviceSilent'],
  [/^(?<number>\d+) devices have become silent at once$/, 'devicesSilent'],
  [/^The service was down from (?<since>\S+) to (?<until>\S+)$/, 'serviceDown'],
  [/^The alarm was switched off$/, 'alarmOff'],
  [/^The device was disabled$/, 'deviceDisabled'],
  [/^The device was removed$/, 'deviceRemoved'],
] as const

export interface EntryWords {
  /** What happened, in the language of the page. */
  title: string
  /** What a person wrote, or more of what happened. */
  text: string | null
  /** Whether the text is one of the service that is not known here. */
  isEnglish: boolean
}

/** entryWords says an entry of the timeline in the language of the page, and keeps what a person wrote. */
export function entryWords({ type, actor, text }: Entry, t: TFunction, formats: Formats): EntryWords {
  const title = t(`incident.entry.${type}`)
  if (repetitions.includes(text)) return { title, text: null, isEnglish: false }
  const outcome = outcomes.find((one) => one === text)
  if (type === 'resolved' && outcome)
    return { title, text: t(`incident.outcome.${outcome}`), isEnglish: false }
  // The words of a note are those of its author, whatever they are.
  const saying = type === 'note' ? undefined : translate(text, t, formats)
  // A person's words are in their language; those of the service are English.
  return { title, text: saying ?? text, isEnglish: actor === null && saying === undefined }
}

function translate(text: string, t: TFunction, formats: Formats): string | undefined {
  for (const [pattern, key] of sayings) {
    const found = pattern.exec(text)
    if (!found) continue
    const { level, channels: by, since, until, number, highest, count } = found.groups ?? {}
    const levelName = levels.find((one) => one === level)
    const time = (at: string | undefined) => at && formats.time(new Date(at))
    const channelNames = channels.filter((channel) => by?.split(/, | and /).includes(channel))
    return t(`incident.said.${key}`, {
      level: levelName && t(`incident.level.${levelName}`),
      channels: formats.list(channelNames.map((channel) => t(`patient.escalation.channel.${channel}`))),
      since: time(since),
      until: time(until),
      number: number && formats.number(Number(number)),
      highest: highest && formats.number(Number(highest)),
      count: count === undefined ? undefined : Number(count),
    })
  }
  return undefined
}
