import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sendFailures } from '../../src/alerting/notifications/send-failures.ts'
import { type ErrorCode, errorCodes } from '../../src/platform/lib/error-codes.ts'
import { fieldMessages } from '../../src/platform/lib/field-messages.ts'
import { importMessages } from '../../src/records/imports/import-messages.ts'
import { type Catalogue, completeCatalogue, missingTexts } from '../../web/src/i18n/complete-catalogue.ts'

const folder = join(import.meta.dirname, '../../web/src/i18n')

const read = (file: string): Catalogue => JSON.parse(readFileSync(join(folder, file), 'utf8'))

/** Lists the texts of a catalogue by their keys. */
function textsOf(catalogue: Catalogue, prefix = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : textsOf(value, `${prefix}${key}.`),
  )
}

/** What the page fills in; the same in every language, in any order. */
const placeholdersIn = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted()

/** A form of a plural that English does not have stands for that of English that every language has. */
const inEnglish = (key: string) => key.replace(/_(zero|two|few|many)$/, '_other')

const english = new Map(textsOf(read('en.json')))
const others = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'en.json')

/** These must stay complete. A new language is added here once it is; until then the build shows the rest in English. */
const complete = ['de.json', 'es.json']

/** What the glossary of a language calls otherwise: incidencia, medición, aviso, pulso, tableta, centro, and usted. */
const otherWords: Record<string, RegExp> = {
  'de.json': /(?<!\p{L})(Herzfrequenz|Station|zugewiesen|du|dein|dir|dich)(?!\p{L})/u,
  'es.json':
    /(?<!\p{L})(incidentes?|lecturas?|alertas?|frecuencia cardiaca|puestos?|sedes?|aparatos?|tú|tus?|ti|tienes|puedes)(?!\p{L})/iu,
}

describe("the console's catalogues", () => {
  test('have those that are complete', () => {
    assert.deepEqual(
      complete.filter((file) => !others.includes(file)),
      [],
    )
  })

  for (const file of others) {
    const texts = new Map(textsOf(read(file)))
    const missing = missingTexts(file.slice(0, -5), read(file), read('en.json'))

    // A skipped test is listed at the end of a run.
    const list = `${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ', …' : ''}`
    const isGrowing = !complete.includes(file) && missing.length > 0
    const skip = isGrowing && `${file} lacks ${missing.length} texts, which are shown in English: ${list}`
    test(`${file} has the texts of en.json`, { skip }, () => {
      assert.deepEqual(missing, [])
    })

    test(`${file} has no text that en.json does not have, but further forms of plurals`, () => {
      assert.deepEqual(
        [...texts.keys()].filter((key) => !english.has(key) && !english.has(inEnglish(key))),
        [],
      )
    })

    test(`${file}, filled in from en.json, has every text`, () => {
      const filled = completeCatalogue(file.slice(0, -5), read(file), read('en.json'))
      assert.deepEqual(missingTexts('en', filled, read('en.json')), [])
    })

    test(`${file} fills in what en.json does`, () => {
      for (const [key, text] of english) {
        const other = texts.get(key)
        if (other !== undefined) assert.deepEqual(placeholdersIn(other), placeholdersIn(text), key)
      }
    })
  }

  test('have one word for one thing, and speak to people politely', () => {
    const found = others.flatMap((file) =>
      textsOf(read(file)).filter(([, text]) => otherWords[file]?.test(text.replaceAll(/{{\w+}}/g, ''))),
    )
    assert.deepEqual(found, [])
  })

  test('have no empty text', () => {
    for (const file of ['en.json', ...others]) {
      for (const [key, text] of textsOf(read(file))) assert.notEqual(text.trim(), '', `${file}: ${key}`)
    }
  })
})

describe('a catalogue that is not complete', () => {
  const reference = {
    save: 'Save',
    nav: { home: 'Home', help: 'Help' },
    days_one: '{{count}} day',
    days_other: '{{count}} days',
    falls_zero: 'No falls',
    falls_one: '{{count}} fall',
    falls_other: '{{count}} falls',
  }

  test('is filled in from English, also within a section', () => {
    const filled = completeCatalogue('fr', { save: 'Enregistrer', nav: { home: 'Accueil' } }, reference)
    assert.equal(filled.save, 'Enregistrer')
    assert.deepEqual(filled.nav, { home: 'Accueil', help: 'Help' })
    assert.deepEqual([filled.falls_zero, filled.falls_one], ['No falls', '{{count}} fall'])
  })

  test('has each form of a plural that its language uses, in its own words if there are any', () => {
    const own = { days_one: '{{count}} dzień', days_other: '{{count}} dnia' }
    const filled = completeCatalogue('pl', own, reference)
    assert.deepEqual(
      [filled.days_one, filled.days_few, filled.days_many],
      ['{{count}} dzień', '{{count}} dnia', '{{count}} dnia'],
    )
    assert.deepEqual([filled.falls_few, filled.falls_many], ['{{count}} falls', '{{count}} falls'])
  })

  test('never shows an English text for none where it has a plural of its own', () => {
    assert.equal(
      completeCatalogue('de', { falls_other: '{{count}} Stürze' }, reference).falls_zero,
      undefined,
    )
  })

  test('lacks what its translator has to add, and no form that its language does not use', () => {
    assert.deepEqual(missingTexts('ja', { save: '保存', days_other: '{{count}}日' }, reference), [
      'nav.home',
      'nav.help',
      'falls_other',
    ])
  })
})

/** How the console shows codes: each list of the service has a section of the catalogue. */
describe('what the service says as data', () => {
  const texts = new Map(textsOf(read('en.json')))

  /** Of these statuses the console has one text for whatever has none of its own. */
  const toldByStatus = (status: number) => status === 403 || status === 404 || status === 429 || status >= 500

  /** Refusals that the console does not cause, or that it shows by their fields. */
  const neverMet = new Set<string>([
    ...['BAD_REQUEST', 'INVALID_FIELDS', 'INVALID_HTTP', 'INVALID_HOST', 'INVALID_URL', 'INVALID_UTF8'],
    ...['INVALID_JSON', 'INVALID_CBOR', 'CONTENT_LENGTH_MISMATCH', 'REQUEST_CUT_OFF', 'NOT_ACCEPTABLE'],
    ...['REQUEST_TIMEOUT', 'LENGTH_REQUIRED', 'FILE_CHANGED', 'BODY_TOO_LARGE', 'PAYLOAD_TOO_LARGE'],
    ...['NOT_JSON', 'INVALID_RANGE', 'EXPECTATION_FAILED', 'HEADERS_TOO_LARGE'],
    ...['INVALID_DEVICE_KEY', 'IDEMPOTENCY_KEY_REUSED', 'FALL_OF_SOMEBODY_ELSE'],
  ])

  /** Problems of fields that the console never sends, or never sends so. */
  const neverSent = new Set<string>([
    ...['INVALID', 'REQUIRED_WITH', 'REQUIRED_WITH_PIN', 'GIVEN_TWICE', 'NOT_SUPPORTED', 'WRONG_TYPE'],
    ...[
      'NOT_TRUE',
      'NOT_ABOVE',
      'TOO_MANY_READINGS',
      'TOO_MANY_SECONDS',
      'NOT_SOME_OF',
      'NOT_LIST_OF',
      'HAS_NUL',
    ],
    ...['HAS_HALF_SURROGATE', 'NAME_NOT_ALLOWED', 'NAME_HAS_BAD_CHARACTERS', 'NESTED_TOO_DEEPLY'],
    ...['TOO_MANY_PARTS', 'NOT_UUID', 'NOT_ACTION', 'NOT_IDEMPOTENCY_KEY', 'NOT_ONE_CONTENT', 'NOT_BASE64'],
    ...['NOT_BASE64URL', 'NOT_CURVE_POINT', 'NOT_MULTIPLE', 'OTHER_DEVICE', 'NOT_TIMESTAMP', 'NOT_FHIR_DATE'],
    ...['NOT_DURATION', 'TOO_MANY_SPANS', 'NOT_FROM_LINK'],
  ])

  type Wording = string | ((details: never) => string)
  const sections: Record<string, { wordings: Record<string, Wording>; isOptional(code: string): boolean }> = {
    refusals: {
      wordings: Object.fromEntries(Object.entries(errorCodes).map(([code, [, text]]) => [code, text])),
      isOptional: (code) => neverMet.has(code) || toldByStatus(errorCodes[code as ErrorCode][0]),
    },
    problems: { wordings: fieldMessages, isOptional: (code) => neverSent.has(code) },
    'admin.import.says': { wordings: importMessages, isOptional: () => false },
    // The last one is said by the state of the receiver.
    sendFailures: { wordings: { ...sendFailures, REMOVED: '' }, isOptional: () => false },
  }

  for (const [section, { wordings, isOptional }] of Object.entries(sections)) {
    const known = [...texts.keys()]
      .filter((key) => key.startsWith(`${section}.`))
      .map((key) => key.slice(section.length + 1))

    test(`${section} has a text for each code that the console can meet`, () => {
      const missing = Object.keys(wordings).filter((code) => !known.includes(code) && !isOptional(code))
      assert.deepEqual(missing, [])
    })

    test(`${section} has no other codes`, () => {
      assert.deepEqual(
        known.filter((code) => !(code in wordings)),
        [],
      )
    })

    test(`${section} fills in only details that the service gives`, () => {
      for (const code of known) {
        const given = detailsOf(wordings[code] ?? '')
        const used = placeholdersIn(texts.get(`${section}.${code}`) ?? '').map((name) => name.slice(2, -2))
        const strange = used.filter((name) => !given.has(name))
        // A text without any, such as that of handledBy, names its details in the type alone.
        if (given.size > 0) assert.deepEqual(strange, [], code)
      }
    })
  }

  test('is optional only if it exists', () => {
    for (const code of neverMet) assert.ok(code in errorCodes, code)
    for (const code of neverSent) assert.ok(code in fieldMessages, code)
  })

  /** Lists the details that a wording reads. */
  function detailsOf(wording: Wording): Set<string> {
    const names = new Set<string>()
    const details = new Proxy({}, { get: (_, name) => names.add(String(name)) && '1' })
    if (typeof wording === 'function') wording(details as never)
    return names
  }
})

test('the console reads no sentence: nothing in it compares or takes apart the text of an error', () => {
  const web = join(import.meta.dirname, '../../web/src')
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const readers = files.filter((file) =>
    /(test|exec|match(All)?|includes|startsWith|replace(All)?)\([^)\n]*\b(error|refusal)\.(message|error|details)|\b(error|refusal)\.(message|details\.\w+)\.(match|includes|startsWith|replace|split)|\.details\.\w+ === '/.test(
      readFileSync(join(web, file), 'utf8'),
    ),
  )
  assert.deepEqual(readers, [])
})
