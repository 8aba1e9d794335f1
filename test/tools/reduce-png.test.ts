import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync, inflateSync } from 'node:zlib'
import { reducePng } from '../../tools/screenshots/reduce-png.ts'

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** The check sum is of no matter to the program, which reads what a browser has just written. */
function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
}

const predictions: ((left: number, up: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, up) => up,
  (left, up) => Math.floor((left + up) / 2),
  (left, up, corner) => {
    const distance = (value: number) => Math.abs(left + up - corner - value)
    return [left, up, corner].sort((a, b) => distance(a) - distance(b))[0] ?? 0
  },
]

/** Writes rows of RGBA pixels, each row with the next of the five filters. */
function encode(rows: number[][]): Buffer {
  const width = (rows[0]?.length ?? 0) / 4
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(rows.length, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const filtered = rows.map((row, y) => {
    const at = (line: number, i: number) => (i < 0 ? 0 : (rows[line]?.[i] ?? 0))
    const predict = predictions[y % 5] as (typeof predictions)[number]
    const bytes = row.map((value, i) => (value - predict(at(y, i - 4), at(y - 1, i), at(y - 1, i - 4))) & 255)
    return Buffer.from([y % 5, ...bytes])
  })
  const data = deflateSync(Buffer.concat(filtered))
  // In two parts, as in large pictures.
  const parts = [data.subarray(0, 20), data.subarray(20)].map((part) => chunk('IDAT', part))
  return Buffer.concat([signature, chunk('IHDR', header), ...parts, chunk('IEND', Buffer.alloc(0))])
}

/** Reads a picture with a palette and without filters, as rows of colours. */
function decode(png: Buffer): string[] {
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const [header, palette, data] = ['IHDR', 'PLTE', 'IDAT'].map((name) => chunks.get(name) as Buffer)
  assert.ok(header && palette && data)
  assert.deepEqual([...header.subarray(8, 10)], [8, 3])
  const width = header.readUInt32BE(0)
  const rows = inflateSync(data)
  return Array.from({ length: header.readUInt32BE(4) }, (_, y) => {
    const row = rows.subarray(y * (width + 1), (y + 1) * (width + 1))
    assert.equal(row[0], 0)
    return [...row.subarray(1)].map((i) => palette.toString('hex', i * 3, i * 3 + 3)).join(' ')
  })
}

const hexOf = (row: number[]) =>
  Array.from({ length: row.length / 4 }, (_, i) => Buffer.from(row.slice(i * 4, i * 4 + 3)).toString('hex'))

test('a picture with few colours stays as it is, whatever its filters', () => {
  const shades = [0, 37, 128, 200, 255]
  const rows = Array.from({ length: 10 }, (_, y) =>
    Array.from({ length: 7 }, (_, x) => [
      shades[(x * y) % 5],
      shades[(x + y) % 5],
      shades[x % 5],
      255,
    ]).flat(),
  ) as number[][]
  assert.deepEqual(
    decode(reducePng(encode(rows))),
    rows.map((row) => hexOf(row).join(' ')),
  )
})

test('a picture with many colours keeps the frequent ones, and others nearly', () => {
  const many = Array.from({ length: 40 }, (_, y) =>
    Array.from({ length: 40 }, (_, x) => [x * 6, y * 6, 0, 255]).flat(),
  )
  const plain = Array.from({ length: 5 }, () => Array.from({ length: 40 }, () => [17, 34, 51, 255]).flat())
  const reduced = decode(reducePng(encode([...many, ...plain])))
  assert.deepEqual(new Set(reduced.slice(40).flatMap((row) => row.split(' '))), new Set(['112233']))
  const colours = new Set(reduced.flatMap((row) => row.split(' ')))
  assert.ok(colours.size > 60 && colours.size <= 256, `${colours.size} colours`)
  for (const [y, row] of many.entries()) {
    const shown = (reduced[y] ?? '').split(' ')
    for (const [x, wanted] of hexOf(row).entries()) {
      const difference = [0, 2, 4].map((i) => {
        const part = (text = '') => Number.parseInt(text.slice(i, i + 2), 16)
        return Math.abs(part(wanted) - part(shown[x]))
      })
      assert.ok(Math.max(...difference) <= 40, `${wanted} became ${shown[x]}`)
    }
  }
})
