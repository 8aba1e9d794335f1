import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isPlainText, isSingleLine, isVisible } from './printable.ts'

const shown = (text: string) =>
  JSON.stringify(text).replace(/[^\x20-\x7e]/g, (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`)

describe('a name that people have is a single line, and visible', () => {
  const names = [
    ...[
      'José',
      'Нина',
      '李',
      "O'Brien",
      'O’Brien',
      'Anne-Marie',
      'María del Carmen',
      'D’Àngelo (Nonna)',
      '3',
    ],
    // Decomposed accents, Arabic, Hebrew, Persian with a joiner inside a word, Hindi, emoji with joiners and of a flag.
    ...[
      'Jose\u0301',
      'فاطمة',
      'שרה',
      'نرگس\u200cالسادات',
      'क्षत्रिय',
      '👩🏽\u200d⚕️',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    ],
  ]
  for (const name of names) {
    test(shown(name), () =>
      assert.deepEqual([isSingleLine(name), isPlainText(name), isVisible(name)], [true, true, true]),
    )
  }
})

describe('refused on one line, and in a text of several', () => {
  const codes = [0x00, 0x07, 0x0b, 0x0c, 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x9b, 0x9f, 0x2028, 0x2029]
  const overrides = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]
  for (const code of [...codes, ...overrides]) {
    const text = `Rosa${String.fromCodePoint(code)}Marín`
    test(shown(text), () => assert.deepEqual([isSingleLine(text), isPlainText(text)], [false, false]))
  }
})

describe('refused on one line only', () => {
  for (const code of [0x09, 0x0a, 0x0d, 0x061c, 0x200e, 0x200f]) {
    const text = `Rosa${String.fromCodePoint(code)}Marín`
    test(shown(text), () => assert.deepEqual([isSingleLine(text), isPlainText(text)], [false, true]))
  }
})

describe('nothing is seen of', () => {
  const texts = [
    ...[
      '',
      ' ',
      '\u00a0',
      '\u200b',
      '\u200c\u200d',
      '\u2060',
      '\ufeff',
      '\u00ad',
      '\u3164',
      '\uffa0',
      '\u115f\u1160',
    ],
    ...['\u2800', '\u180e', '\u034f', '\ufe0f', '\u{e0041}', '\u0301', '\u200b \u200b', '\u{e000}'],
  ]
  for (const text of texts) test(shown(text), () => assert.equal(isVisible(text), false))
})
