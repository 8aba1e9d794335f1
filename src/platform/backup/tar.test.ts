import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTarReader } from './tar.ts'

function header(path: string, size: number, kind = '0'): Buffer {
  const block = Buffer.alloc(512)
  block.write(path, 0)
  block.write(`${size.toString(8).padStart(11, '0')} `, 124)
  block.write(kind, 156)
  block.fill(' ', 148, 156)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

const padded = (text: string) =>
  Buffer.concat([Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512)])
const end = Buffer.alloc(1024)

function read(archive: Buffer, chunkBytes: number): Record<string, string> {
  const files: Record<string, string> = {}
  let path = ''
  const reader = createTarReader({
    begin(entry) {
      path = entry.isFolder ? `${entry.path}/` : entry.path
      files[path] = ''
    },
    data(chunk) {
      files[path] += chunk.toString()
    },
    end() {},
  })
  for (let i = 0; i < archive.length; i += chunkBytes) reader.write(archive.subarray(i, i + chunkBytes))
  reader.finish()
  return files
}

const archive = Buffer.concat([
  header('base/', 0, '5'),
  header('base/1', 700),
  padded('a'.repeat(700)),
  header('empty', 0),
  header('exact', 512),
  padded('b'.repeat(512)),
  end,
])

for (const chunkBytes of [1, 100, 512, 513, 100_000]) {
  test(`an archive is read in chunks of ${chunkBytes} bytes`, () => {
    const files = { 'base/': '', 'base/1': 'a'.repeat(700), empty: '', exact: 'b'.repeat(512) }
    assert.deepEqual(read(archive, chunkBytes), files)
  })
}

const refused: [title: string, archive: Buffer][] = [
  ['is cut off in a file', archive.subarray(0, 1200)],
  ['is cut off between files', archive.subarray(0, archive.length - 1024)],
  ['has a damaged header', Buffer.concat([header('x', 0).fill('y', 1, 2), end])],
  ['leads out of its folder', Buffer.concat([header('../x', 0), end])],
  ['has an absolute path', Buffer.concat([header('/etc/x', 0), end])],
  ['contains a link', Buffer.concat([header('x', 0, '2'), end])],
]

for (const [title, archive] of refused) {
  test(`an archive that ${title} is refused`, () => {
    assert.throws(() => read(archive, 512))
  })
}
