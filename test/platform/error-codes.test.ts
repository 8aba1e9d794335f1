import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { errorCodes } from '../../src/platform/lib/error-codes.ts'
import { invalidFields, refusal } from '../../src/platform/lib/errors.ts'
import { fieldMessage, fieldMessages } from '../../src/platform/lib/field-messages.ts'
import { importMessages } from '../../src/records/imports/import-messages.ts'

const root = join(import.meta.dirname, '../..')
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('models'))
  .map((file) => ({ file, text: readFileSync(join(root, 'src', file), 'utf8') }))

type Wording = string | ((details: never) => string)

/** A text with the names of its details in braces, as docs/errors.md has it. */
function wordingOf(wording: Wording): string {
  const names = new Proxy({}, { get: (_, name) => `{${String(name)}}` })
  return typeof wording === 'string' ? wording : wording(names as never)
}

const listed = (wordings: Record<string, Wording>) =>
  Object.entries(wordings).map(([code, wording]) => [code, wordingOf(wording)] as const)

describe('a code', () => {
  test('has the form LIKE_THIS, in every list', () => {
    for (const code of [errorCodes, fieldMessages, importMessages].flatMap((list) => Object.keys(list)))
      assert.match(code, /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/)
  })

  test('belongs to each error that the sources make, and each code is used', () => {
    const used = new Set<string>()
    let sites = 0
    for (const { file, text } of sources) {
      if (file === 'platform/lib/errors.ts') continue
      // Only refusal knows the status and the text of a code; the framework's own statuses are the exception.
      const made = file === 'platform/http/error-handler.ts' ? 1 : 0
      assert.equal(text.match(/new AppError\(/g)?.length ?? 0, made, `${file} makes an error without refusal`)
      for (const [, code = ''] of text.matchAll(/(?:refusal|tooMany|unavailable)\(\s*'([^']*)'/g)) {
        assert.ok(code in errorCodes, `${file}: ${code}`)
        sites++
      }
      for (const [, code = ''] of text.matchAll(/'([A-Z][A-Z0-9_]+)'/g)) used.add(code)
    }
    assert.ok(sites > 200, `only ${sites} errors were found`)
    // Those of the state of an incident, and the defaults of errors.ts.
    for (const code of ['INCIDENT_RESOLVED', 'INCIDENT_CANCELLED', 'INVALID_FIELDS', 'UNAVAILABLE'])
      used.add(code)
    assert.deepEqual(
      Object.keys(errorCodes).filter((code) => !used.has(code)),
      [],
    )
  })

  test('is the only one with its text and status', () => {
    const texts = Object.values(errorCodes).map(([status, wording]) => `${status} ${wordingOf(wording)}`)
    assert.deepEqual(
      texts.filter((text, i) => texts.indexOf(text) !== i),
      [],
    )
  })

  test('of a field is the only one with its text, by which it is found again', () => {
    const texts = listed(fieldMessages).map(([, text]) => text)
    assert.equal(new Set(texts).size, texts.length)
  })
})

/** A text that is given to invalidFields or to Zod as it stands. */
const ownWording =
  /invalidFields\(\{\s*(\w+|\[[^\]]*\]): ['`]|(error|message|tooMany): ['`](must|may|is|has) |\.(regex|refine|min|max|gt)\(.*, ['`](must|may|is|has) /

test('no source but the lists has the text of a problem', () => {
  const texts = Object.values(fieldMessages).filter((wording) => typeof wording === 'string')
  for (const { file, text } of sources) {
    if (/-messages\.ts$|error-codes\.ts$/.test(file)) continue
    for (const wording of texts) assert.ok(!text.includes(`'${wording}'`), `${file}: ${wording}`)
    if (file !== 'platform/config.ts') assert.doesNotMatch(text, ownWording, file)
  }
})

describe('an error', () => {
  test('has the status, the text and the details of its code', () => {
    const error = refusal('TOO_MANY_CONTACTS', { limit: 10 })
    assert.deepEqual(
      [error.status, error.code, error.message, error.details],
      [409, 'TOO_MANY_CONTACTS', 'An account can have at most 10 contacts', { limit: 10 }],
    )
  })

  test('of fields has a message and a problem for each', () => {
    const { details, problems } = invalidFields({
      age: fieldMessage('TOO_SMALL', { minimum: 18 }),
      name: fieldMessage('BLANK'),
    })
    assert.deepEqual(details, { age: 'must be at least 18', name: 'must not be blank' })
    assert.deepEqual(problems, [
      { field: 'age', code: 'TOO_SMALL', details: { minimum: 18 } },
      { field: 'name', code: 'BLANK' },
    ])
  })
})

describe('docs/errors.md', () => {
  const page = readFileSync(join(root, 'docs/errors.md'), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))

  test('lists each code with its text', () => {
    const errors = Object.entries(errorCodes).map(
      ([code, [status, wording]]) => `| \`${code}\` | ${status} | ${wordingOf(wording)} |`,
    )
    const others = [...listed(fieldMessages), ...listed(importMessages)].map(
      ([code, text]) => `| \`${code}\` | ${text} |`,
    )
    assert.deepEqual(rows, [...errors, ...others])
  })
})
