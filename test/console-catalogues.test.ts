import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sendFailures } from '../src/alerting/notifications/send-failures.ts'
import { type ErrorCode, errorCodes } from '../src/platform/lib/error-codes.ts'
import { fieldMessages } from '../src/platform/lib/field-messages.ts'
import { importMessages } from '../src/records/imports/import-messages.ts'

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
    ...['INVALID_DEVICE_KEY', 'IDEMPOTENCY_KEY_REUSED'],
  ])

  /** Problems of fields that the console never sends, or never sends so. */
  const neverSent = new Set<string>([
    ...['INVALID', 'REQUIRED_WITH', 'REQUIRED_WITH_PIN', 'GIVEN_TWICE', 'NOT_SUPPORTED', 'WRONG_TYPE'],
    ...['NOT_TRUE', 'NOT_ABOVE', 'TOO_MANY_READINGS', 'NOT_SOME_OF', 'NOT_LIST_OF', 'HAS_NUL'],
    ...['HAS_HALF_SURROGATE', 'NAME_NOT_ALLOWED', 'NAME_HAS_BAD_CHARACTERS', 'NESTED_TOO_DEEPLY'],
    ...['TOO_MANY_PARTS', 'NOT_UUID', 'NOT_ACTION', 'NOT_IDEMPOTENCY_KEY', 'NOT_ONE_CONTENT', 'NOT_BASE64'],
    ...['NOT_BASE64URL', 'NOT_CURVE_POINT', 'NOT_MULTIPLE', 'OTHER_DEVICE', 'NOT_TIMESTAMP', 'NOT_FHIR_DATE'],
    ...['NOT_DURATION', 'TOO_OLD', 'TOO_MANY_SPANS', 'NOT_FROM_LINK'],
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

  /** detailsOf lists the details that a wording reads. */
  function detailsOf(wording: Wording): Set<string> {
    const names = new Set<string>()
    const details = new Proxy({}, { get: (_, name) => names.add(String(name)) && '1' })
    if (typeof wording === 'function') wording(details as never)
    return names
  }
})

test('the console reads no sentence: nothing in it compares or takes apart the text of an error', () => {
  const web = join(import.meta.dirname, '../web/src')
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const readers = files.filter((file) =>
    /(test|exec|match(All)?|includes|startsWith|replace(All)?)\([^)\n]*\b(error|refusal)\.(message|error|details)|\b(error|refusal)\.(message|details\.\w+)\.(match|includes|startsWith|replace|split)|\.details\.\w+ === '/.test(
      readFileSync(join(web, file), 'utf8'),
    ),
  )
  assert.deepEqual(readers, [])
})
