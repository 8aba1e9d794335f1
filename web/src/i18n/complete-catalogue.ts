export interface Catalogue {
  [key: string]: string | Catalogue
}

const pluralForm = /^(.+)_(zero|one|two|few|many|other)$/

const formsOf = (language: string): string[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories

const sectionOf = (value: string | Catalogue | undefined): Catalogue =>
  typeof value === 'object' ? value : {}

/**
 * Fills in the texts that a catalogue lacks from the English one, so that a language can be added before
 * all of it is translated. A form of a plural that is missing is `_other` of the same language, or else of English: without
 * it, i18next would show the key.
 */
export function completeCatalogue(language: string, catalogue: Catalogue, english: Catalogue): Catalogue {
  const forms = formsOf(language)

  function complete(own: Catalogue, reference: Catalogue): Catalogue {
    const texts: Catalogue = { ...own }
    for (const [key, value] of Object.entries(reference)) {
      const [, stem = '', form] = pluralForm.exec(key) ?? []
      if (typeof value !== 'string') texts[key] = complete(sectionOf(own[key]), value)
      // i18next shows _zero for a count of 0 wherever there is one.
      else if (form !== 'zero' || own[`${stem}_other`] === undefined)
        texts[key] ??= own[`${stem}_other`] ?? value
      if (form === 'other') for (const other of forms) texts[`${stem}_${other}`] ??= own[key] ?? value
    }
    return texts
  }

  return complete(catalogue, english)
}

/** Lists the keys that a translator still has to add: `section.key`. */
export function missingTexts(language: string, catalogue: Catalogue, english: Catalogue): string[] {
  const forms = formsOf(language)

  const missingIn = (own: Catalogue, reference: Catalogue, path: string): string[] =>
    Object.entries(reference).flatMap(([key, value]) => {
      if (typeof value !== 'string') return missingIn(sectionOf(own[key]), value, `${path}${key}.`)
      const form = pluralForm.exec(key)?.[2]
      return own[key] !== undefined || (form && !forms.includes(form)) ? [] : [path + key]
    })

  return missingIn(catalogue, english, '')
}
