import type { TFunction } from 'i18next'
import type { Schema } from '../api/client.ts'

type Entry = Schema<'IncidentEntry'>

const outcomes = ['REAL_FALL', 'NEAR_FALL', 'FALSE_ALARM', 'TEST', 'HELP_GIVEN', 'OTHER'] as const
const levels = ['SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED'] as const

/** Texts of the service that say no more than their type. */
const repetitions: readonly string[] = ['On it', 'Cannot go', 'Opened']

export interface EntryWords {
  /** What happened, in the language of the page. */
  title: string
  /** What a person wrote, or the service in English. */
  text: string | null
  isEnglish: boolean
}

/** entryWords translates an entry of the timeline as far as it can, and keeps the text that it cannot. */
export function entryWords({ type, actor, text }: Entry, t: TFunction): EntryWords {
  const title = t(`incident.entry.${type}`)
  const without = (words: string): EntryWords => ({ title: words, text: null, isEnglish: false })
  const outcome = outcomes.find((one) => one === text)
  if (type === 'resolved' && outcome)
    return { title, text: t(`incident.outcome.${outcome}`), isEnglish: false }
  if (repetitions.includes(text)) return without(title)
  const fall = /^A (device detected|person reported) a fall: (\w+)$/.exec(text)
  const level = levels.find((one) => one === fall?.[2])
  if (fall && level) {
    if (fall[1] === 'person reported') return without(t('incident.entry.reported'))
    return without(t('incident.entry.detected', { level: t(`incident.level.${level}`) }))
  }
  if (/^Step \d+: nobody can be told$/.test(text)) return without(t('incident.entry.toldNobody'))
  // A person's words are in their language; those of the service are English.
  return { title, text, isEnglish: actor === null }
}
