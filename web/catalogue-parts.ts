import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The sections of a catalogue that only screens behind the first ones need. */
const laterSections = ['admin', 'welcome', 'me', 'account', 'patient', 'home']

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
      const sections = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as object)
      const wanted = sections.filter(([name]) => laterSections.includes(name) === (part === 'later'))
      return { code: `export default ${JSON.stringify(Object.fromEntries(wanted))}`, moduleType: 'js' }
    },
  }
}
