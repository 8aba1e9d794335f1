import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Catalogue } from '../../web/src/i18n/complete-catalogue.ts'
import { type HomeWords, homeTexts, inHomeWords } from '../../web/src/i18n/home-words.ts'

const folder = join(import.meta.dirname, '../../web/src/i18n')
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))

function textsOf(catalogue: Catalogue, prefix = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : textsOf(value, `${prefix}${key}.`),
  )
}

const placeholdersIn = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted()

/** What a home does not call anybody. The choice itself names both. */
const words: Record<string, RegExp> = {
  de: /(?<!\p{L})(Patient|Betreuungsperson|Betreuer)(en|innen|in)?(?!\p{L})/u,
  en: /(?<!\p{L})(patient|caregiver)s?(?!\p{L})/iu,
  es: /(?<!\p{L})pacientes?(?!\p{L})/iu,
}

describe('the words of a home', () => {
  for (const file of readdirSync(join(folder, 'home'))) {
    const language = file.slice(0, -5)
    const home: HomeWords = read(`home/${file}`)
    const texts = new Map(textsOf(read(file)))
    const changed = new Map(textsOf(homeTexts(home, read(file))))

    test(`${language} replaces texts that there are, and fills in what they do`, () => {
      assert.deepEqual(
        Object.keys(home.texts).filter((key) => !texts.has(key)),
        [],
      )
      for (const [key, text] of changed)
        assert.deepEqual(placeholdersIn(text), placeholdersIn(texts.get(key) ?? ''), key)
    })

    test(`${language} has no other word for the same people`, () => {
      const left = [...texts]
        .map(([key, text]) => [key, changed.get(key) ?? text] as const)
        .filter(([key, text]) => key !== 'admin.words.FAMILY' && words[language]?.test(withoutCodes(text)))
      assert.deepEqual(left, [])
    })
  }

  test('never say Betreuer, neither in a home nor in a family', () => {
    const found = textsOf(read('de.json')).filter(([, text]) => /Betreuer/.test(text))
    assert.deepEqual(found, [])
  })

  test('replace whole words, in the case of their first letter, but no codes and no placeholders', () => {
    const home = { words: [['patient', 'resident']] as const }
    const text = 'Patient {{patient}}: PATIENT, outpatient, patient'
    assert.equal(inHomeWords(home, text), 'Resident {{patient}}: PATIENT, outpatient, resident')
  })
})

/** Codes of files and placeholders stay as they are. */
function withoutCodes(text: string): string {
  return text.replace(/\{\{\w+\}\}|PATIENT|CAREGIVER|caregiverEmail/g, '')
}
