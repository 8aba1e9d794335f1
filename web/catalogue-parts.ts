import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

type Texts = Record<string, unknown>

/** The sections of a catalogue that only screens behind the first ones need, or the service worker, which has its own copy. */
const laterSections = [
  ...['admin', 'welcome', 'me', 'account', 'patient', 'home', 'push', 'chart', 'refusals', 'needsHelp'],
  ...['problems', 'sendFailures'],
  ...['report', 'shared', 'privacy'],
  ...['teams', 'station', 'channel'],
]
/** Those of an incident that its card does not need. */
const laterOfIncident = [
  ...['level', 'note', 'resolve', 'outcome', 'ending', 'contacts', 'vitals', 'evidence', 'reason', 'trace'],
  ...['deliveries', 'deliveryState', 'said', 'unknown', 'list'],
]

/**
 * catalogueParts gives `catalogue.json?first` the sections that the first screen needs, and `catalogue.json?later` the
 * others: a language stays one file, and a phone at night does not wait for the texts of the administration.
 */
export function catalogueParts(): Plugin {
  return {
    name: 'catalogue-parts',
    enforce: 'pre',
    load(id) {
      const [file = '', part] = id.split('?')
      if (!file.endsWith('.json') || (part !== 'first' && part !== 'later')) return null
      this.addWatchFile(file)
      const { incident, ...texts } = JSON.parse(readFileSync(file, 'utf8')) as { incident: Texts } & Texts
      const isLater = part === 'later'
      const wanted = {
        ...sectionsOf(texts, laterSections, isLater),
        incident: sectionsOf(incident, laterOfIncident, isLater),
      }
      return { code: `export default ${JSON.stringify(wanted)}`, moduleType: 'js' }
    },
  }
}

/** sectionsOf returns the named sections, or all others. */
const sectionsOf = (texts: Texts, names: readonly string[], isNamed: boolean): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => names.includes(name) === isNamed))
