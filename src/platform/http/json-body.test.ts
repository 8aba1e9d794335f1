import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../lib/errors.ts'
import { parseJson } from './json-body.ts'

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))))

describe('a good body is read as it is', () => {
  const bodies: [string, unknown][] = [
    ['{}', {}],
    ['  { "a" : 1 } ', { a: 1 }],
    ['{"a":[1,2,{"b":null}],"c":false}', { a: [1, 2, { b: null }], c: false }],
    ['{"a":"é 😀"}', { a: 'é 😀' }],
    ['{"a":"\\u00e9 \\ud83d\\ude00"}', { a: 'é 😀' }],
    ['{"a":"\\n\\t\\u0001"}', { a: '\n\t\u0001' }],
    ['{"a":"__proto__","b":["constructor"]}', { a: '__proto__', b: ['constructor'] }],
    ['{"my_constructor":1,"proto":2,"prototype":3}', { my_constructor: 1, proto: 2, prototype: 3 }],
    ['{"a":1,"a":2}', { a: 2 }],
    ['{"a":1.50,"b":-0.25e2}', { a: 1.5, b: -25 }],
  ]
  for (const [body, value] of bodies) {
    test(body, () => assert.deepEqual(parseJson(Buffer.from(body)), value))
  }
})

/** The fields that a 400 names; undefined when it names none. */
function refusalOf(body: Buffer): string[] | undefined {
  try {
    parseJson(body)
  } catch (error) {
    assert.ok(error instanceof AppError, `${error} is no AppError`)
    assert.equal(error.status, 400)
    return error.details && Object.keys(error.details)
  }
  return assert.fail('the body was taken')
}

describe('a body that is no JSON in UTF-8 is refused', () => {
  const bodies: [string, Buffer][] = [
    ['blanks', bytes('  ')],
    ['an unfinished object', bytes('{"a":')],
    ['something behind the object', bytes('{} {}')],
    ['a comment', bytes('{/* a */}')],
    ['a name without quotes', bytes('{a:1}')],
    ['NaN', bytes('{"a":NaN}')],
    ['a hexadecimal number', bytes('{"a":0x10}')],
    ['a leading zero', bytes('{"a":007}')],
    ['a raw line break in a text', bytes('{"a":"\n"}')],
    ['a raw NUL in a text', bytes('{"a":"', 0, '"}')],
    ['a NUL behind the object', bytes('{}', 0)],
    ['a byte that UTF-8 never has', bytes('{"a":"', 0xff, '"}')],
    ['a character cut short', bytes('{"a":"', 0xe2, 0x82, '"}')],
    ['a surrogate in UTF-8', bytes('{"a":"', 0xed, 0xa0, 0xbd, '"}')],
    ['a character written longer than it is', bytes('{"a":"', 0xc0, 0xaf, '"}')],
    ['Latin-1', bytes('{"a":"Mar', 0xed, 'n"}')],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
  ]
  for (const [title, body] of bodies) {
    test(title, () => assert.equal(refusalOf(body), undefined))
  }
})

describe('a body that is no object is refused', () => {
  for (const body of ['null', '[]', '[{}]', '1', '1e999', '"text"', 'true']) {
    test(body, () => assert.deepEqual(refusalOf(Buffer.from(body)), ['body']))
  }
})

describe('a field that could do harm is named', () => {
  const bodies: [string, string[]][] = [
    ['{"constructor":1}', ['constructor']],
    ['{"\\u0063onstructor":1}', ['constructor']],
    ['{"a":{"constructor":{}}}', ['a.constructor']],
    ['{"a":{"__proto__":{}}}', ['a.__proto__']],
    ['{"a":[0,{"__proto__":1}]}', ['a.1.__proto__']],
    ['{"a":"\\u0000"}', ['a']],
    ['{"a":["x","y\\u0000z"]}', ['a.1']],
    ['{"a":"\\ud800"}', ['a']],
    ['{"a":"\\udc00\\ud800"}', ['a']],
    ['{"a":"\\ud800x"}', ['a']],
    ['{"a":"\\u0000","b":"fine","c":"\\ud800"}', ['a', 'c']],
    ['{"a\\u0000b":1}', ['ab']],
    ['{"a\\ud800":1}', ['a\ufffd']],
  ]
  for (const [body, fields] of bodies) {
    test(body, () => assert.deepEqual(refusalOf(Buffer.from(body)), fields))
  }
})

describe('the name __proto__ is refused at the top as well', () => {
  for (const body of ['{"__proto__":{"a":1}}', '{"__proto__":1}', '{"\\u005f_proto__":null}']) {
    test(body, () => {
      assert.throws(() => parseJson(Buffer.from(body)), { status: 400 })
    })
  }
})

test('nothing that is nested too deep to walk through ends in anything but a 400', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const depth = Math.floor(64_000 / (open.length + close.length))
    const body = `{"a":${open.repeat(depth)}"\\u0041"${close.repeat(depth)}}`
    try {
      parseJson(Buffer.from(body))
    } catch (error) {
      assert.ok(error instanceof AppError, `${error} is no AppError`)
      assert.equal(error.status, 400)
    }
  }
})

test('reading a body leaves every other object as it was', () => {
  for (const body of [
    '{"a":{"__proto__":{"isAdmin":true}}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
  ]) {
    assert.throws(() => parseJson(Buffer.from(body)), AppError)
    assert.equal(({} as Record<string, unknown>).isAdmin, undefined)
  }
})
