import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'

const folder = join(import.meta.dirname, '../web/src/i18n')

interface Catalogue {
  [key: string]: string | Catalogue
}

const read = (file: string): Catalogue => JSON.parse(readFileSync(join(folder, file), 'utf8'))

/** textsOf lists the texts of a catalogue by their keys. */
function textsOf(catalogue: Catalogue, prefix = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : textsOf(value, `${prefix}${key}.`),
  )
}

/** What the page fills in; the same in every language, in any order. */
const placeholdersIn = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted()

/** Languages have different plurals; one and other are those that all of these have. */
const comparable = (texts: Map<string, string>) =>
  [...texts.keys()].filter((key) => !/_(zero|two|few|many)$/.test(key)).toSorted()

const english = new Map(textsOf(read('en.json')))
const others = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'en.json')

describe("the console's catalogues", () => {
  test('are English and at least two other languages', () => {
    assert.ok(others.includes('de.json') && others.includes('es.json'))
  })

  for (const file of others) {
    const texts = new Map(textsOf(read(file)))

    test(`${file} has the texts of en.json, and no others but further plurals`, () => {
      assert.deepEqual(comparable(texts), comparable(english))
    })

    test(`${file} fills in what en.json does`, () => {
      for (const [key, text] of english) {
        const other = texts.get(key)
        if (other !== undefined) assert.deepEqual(placeholdersIn(other), placeholdersIn(text), key)
      }
    })
  }

  test('have no empty text', () => {
    for (const file of ['en.json', ...others]) {
      for (const [key, text] of textsOf(read(file))) assert.notEqual(text.trim(), '', `${file}: ${key}`)
    }
  })
})

describe('what the service refuses', () => {
  const sources = readdirSync(join(import.meta.dirname, '../src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('models'))
    .map((file) => readFileSync(join(import.meta.dirname, '../src', file), 'utf8'))
  const known = Object.keys(read('en.json').refusals ?? {})
  /** As the console writes it to find its text. */
  const keyOf = (message: string) =>
    message
      .replaceAll(/\$\{[^}]*\}|\d+/g, '#')
      .replaceAll(/[^a-z#]+/gi, ' ')
      .trim()

  test('because of a conflict is in the catalogues', () => {
    // The console sends no such key, and the contact of a test is asked for by its state.
    const elsewhere = [
      'This Idempotency Key was used for another report',
      'This contact cannot be reached any more #',
      // It has the name of the team, by which the catalogue cannot find it.
      'The team # looks after this patient change the team or its members instead',
    ]
    const messages = sources.flatMap((source) =>
      [...source.matchAll(/conflict\(['`]([^'`]+)['`]\)/g)].map(([, message = '']) => keyOf(message)),
    )
    assert.ok(messages.length > 15, `only ${messages.length} conflicts were found`)
    assert.deepEqual(
      messages.filter((message) => !known.includes(message) && !elsewhere.includes(message)),
      [],
    )
  })

  const texts = sources.flatMap((source) =>
    [...source.matchAll(/'([^'\n]+)'|`([^`]+)`/g)].map(([, plain, template]) =>
      keyOf(plain ?? template ?? ''),
    ),
  )

  test('is in the catalogues as the service says it', () => {
    // Put together from parts.
    const composed = /^must be (at (least|most) #|a whole number)|redirects are not followed$/
    const said = (key: string) =>
      texts.includes(key) || texts.includes(key.replace('push live ntfy mail', '#')) || composed.test(key)
    assert.deepEqual(
      known.filter((key) => !said(key)),
      [],
    )
  })

  test('of a line with a name in it is recognized as the service says it', () => {
    const source = readFileSync(join(import.meta.dirname, '../web/src/admin/import-message.ts'), 'utf8')
    const [, patterns = ''] = /const patterns = \{(.+?)\n\} as const/s.exec(source) ?? []
    const keys = [...patterns.matchAll(/\/\^(.+?)\$?\/,\n/g)].map(([, pattern = '']) =>
      keyOf(pattern.replaceAll(/\([^)]+\)/g, '#')),
    )
    assert.ok(keys.length > 10, `only ${keys.length} patterns were found`)
    assert.deepEqual(
      keys.filter((key) => !texts.some((text) => text.startsWith(key))),
      [],
    )
  })
})
