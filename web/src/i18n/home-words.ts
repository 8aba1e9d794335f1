import type { Catalogue } from './complete-catalogue.ts'

/**
 * How a language speaks of the people of a home, in `home/<language>.json`. The catalogue has the words of a
 * family; most texts only need other nouns.
 */
export interface HomeWords {
  /** What is replaced, in this order; the first letter keeps its case. */
  words: readonly (readonly [of: string, by: string])[]
  /** The texts that need more than other nouns, by their keys: `home.telling`. */
  texts: Record<string, string>
}

const isUpper = (letter: string) => letter !== letter.toLowerCase()

function inCaseOf(found: string, by: string): string {
  const first = by.charAt(0)
  return (isUpper(found.charAt(0)) ? first.toUpperCase() : first) + by.slice(1)
}

/** Replaces the words of a text, but no code such as PATIENT, and no placeholder. */
export function inHomeWords({ words }: Pick<HomeWords, 'words'>, text: string): string {
  return words.reduce((changed, [of, by]) => {
    const pattern = new RegExp(`\\{\\{\\w+\\}\\}|(?<!\\p{L})${of}(?!\\p{L})`, 'giu')
    return changed.replace(pattern, (found) =>
      found.startsWith('{{') || found === found.toUpperCase() ? found : inCaseOf(found, by),
    )
  }, text)
}

/** The texts of a catalogue that are others in a home, and nothing else. */
export function homeTexts(home: HomeWords, texts: Catalogue, path = ''): Catalogue {
  const changed = Object.entries(texts).flatMap(([key, value]): [string, string | Catalogue][] => {
    if (typeof value !== 'string') {
      const section = homeTexts(home, value, `${path}${key}.`)
      return Object.keys(section).length > 0 ? [[key, section]] : []
    }
    const text = home.texts[path + key] ?? inHomeWords(home, value)
    return text === value ? [] : [[key, text]]
  })
  return Object.fromEntries(changed)
}
