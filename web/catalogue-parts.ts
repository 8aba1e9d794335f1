import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { type Catalogue, completeCatalogue } from './src/i18n/complete-catalogue.ts'
import { homeTexts } from './src/i18n/home-words.ts'

/** The sections of a catalogue that only screens behind the first ones need, or the service worker, which has its own copy. */
const laterSections = [
  ...['admin', 'welcome', 'me', 'account', 'patient', 'home', 'push', 'chart', 'refusals', 'needsHelp'],
  ...['problems', 'sendFailures'],
  ...['report', 'fallRecord', 'shared', 'privacy', 'sessions'],
  ...['teams', 'station', 'channel', 'phone'],
]
/** Those of an incident that its card does not need. */
const laterOfIncident = [
  ...['level', 'note', 'resolve', 'outcome', 'ending', 'contacts', 'vitals', 'evidence', 'reason', 'trace'],
  ...['team', 'deliveries', 'deliveryState', 'said', 'unknown', 'list', 'withoutOutcome'],
]

/**
 * catalogueParts gives `catalogue.json?first` the sections that the first screen needs, `catalogue.json?later` the others,
 * and `catalogue.json?push` those of the service worker: a language stays one file, and a phone at night does not wait for
 * the texts of the administration. `catalogue.json?home` has the texts that are others in a home. What a language lacks is in
 * English.
 */
export function catalogueParts(): Plugin {
  return {
    name: 'catalogue-parts',
    enforce: 'pre',
    load(id) {
      const [file = '', part = ''] = id.split('?')
      const choose = parts[part]
      if (!file.endsWith('.json') || !choose) return null
      const englishFile = join(dirname(file), 'en.json')
      this.addWatchFile(file)
      this.addWatchFile(englishFile)
      const texts = completeCatalogue(basename(file, '.json'), read(file), read(englishFile))
      const homeFile = join(dirname(file), 'home', basename(file))
      if (existsSync(homeFile)) this.addWatchFile(homeFile)
      const home = existsSync(homeFile) ? homeTexts(JSON.parse(readFileSync(homeFile, 'utf8')), texts) : {}
      return { code: `export default ${JSON.stringify(choose(texts, home))}`, moduleType: 'js' }
    },
  }
}

const parts: Record<string, (texts: Catalogue, home: Catalogue) => unknown> = {
  first: (texts) => screensOf(texts, false),
  later: (texts) => screensOf(texts, true),
  push: ({ push }) => push,
  // The words of a home are one part: they are loaded besides the others, and only in a home.
  home: (_texts, home) => home,
}

const read = (file: string): Catalogue => JSON.parse(readFileSync(file, 'utf8'))

const screensOf = ({ incident, ...texts }: Catalogue, isLater: boolean): Catalogue => ({
  ...sectionsOf(texts, laterSections, isLater),
  incident: sectionsOf(incident as Catalogue, laterOfIncident, isLater),
})

/** sectionsOf returns the named sections, or all others. */
const sectionsOf = (texts: Catalogue, names: readonly string[], isNamed: boolean): Catalogue =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => names.includes(name) === isNamed))
