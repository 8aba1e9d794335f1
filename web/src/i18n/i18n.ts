import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { onVocabulary, type Vocabulary } from '../api/vocabulary.ts'
import { readStored, store } from '../ui/stored.ts'
import type english from './en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'console'
    resources: { console: typeof english }
  }
}

type Catalogue = Partial<typeof english>

/**
 * Every catalogue in this folder is a language; only the chosen one is loaded, in two parts. The build fills in what it
 * lacks from English. See catalogue-parts.ts.
 */
const first = import.meta.glob<Catalogue>('./*.json', { query: '?first', import: 'default' })
const later = import.meta.glob<Catalogue>('./*.json', { query: '?later', import: 'default' })

const ofHome = import.meta.glob<Catalogue>('./*.json', { query: '?home', import: 'default' })

export const languages = Object.keys(first).map((file) => file.slice(2, -5))

const storageKey = 'fallwatch-language'

/** The one that was chosen here, or the first of the browser's that there is. */
function preferredLanguage(): string {
  const wanted = [readStored(storageKey), ...navigator.languages]
  const known = wanted.map((tag) => tag?.split('-')[0]).find((tag) => tag && languages.includes(tag))
  return known ?? 'en'
}

export async function startI18n(): Promise<void> {
  const language = preferredLanguage()
  const catalogue = await first[`./${language}.json`]?.()
  await i18next.use(initReactI18next).init({
    lng: language,
    ns: ['console'],
    defaultNS: 'console',
    resources: { [language]: { console: catalogue ?? {} } },
    // React escapes.
    interpolation: { escapeValue: false },
    partialBundledLanguages: true,
  })
  document.documentElement.lang = language
  await loadHomeWords(language)
  await onVocabulary(setVocabulary)
}

const vocabularyKey = 'fallwatch-vocabulary'

/** The words of this installation, as far as the browser knows. */
export const vocabulary = (): Vocabulary => (readStored(vocabularyKey) === 'HOME' ? 'HOME' : 'FAMILY')

/** Keeps the words for the next start, and speaks in them from now on. */
export async function setVocabulary(words: Vocabulary): Promise<void> {
  if (words === vocabulary()) return
  store(vocabularyKey, words)
  const { language } = i18next
  if (words === 'HOME') await load(language, ofHome)
  else await Promise.all([load(language, first), needsAll && load(language, later)])
  await i18next.changeLanguage(language)
}

let needsAll = false

/** For every screen but the first ones. */
export async function loadAllTexts(): Promise<void> {
  needsAll = true
  await load(i18next.language, later)
  await loadHomeWords(i18next.language)
}

export async function setLanguage(language: string): Promise<void> {
  await Promise.all([load(language, first), needsAll && load(language, later)])
  await loadHomeWords(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  store(storageKey, language)
}

async function load(language: string, parts: typeof first): Promise<void> {
  const catalogue = await parts[`./${language}.json`]?.()
  // The words of a home replace those of a family, and the other way round.
  if (catalogue) i18next.addResourceBundle(language, 'console', catalogue, true, true)
}

/** Comes after the texts that it replaces. */
async function loadHomeWords(language: string): Promise<void> {
  if (vocabulary() === 'HOME') await load(language, ofHome)
}

/** The name of a language in that language, as it stands at the beginning of a line. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
