import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { describeFile } from './files.ts'

/** Rows of the table are `| file | what npm test does | what npm run test:full does |`. */
const row = /^\| `([^`]+\.ts)` \| (.+) \| (.+) \|$/gm

const listed = new Map(
  [...readFileSync('test/README.md', 'utf8').matchAll(row)].map(([, path = '', usual = '', full = '']) => [
    path,
    { usual, full },
  ]),
)

const files = ['src', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => join(folder, name)),
)

const sourceOf = (path: string) => readFileSync(path, 'utf8')
const isTest = (path: string) => path.endsWith('.test.ts')
const isFullOnly = (path: string) => isTest(path) && describeFile(path, sourceOf(path)).isFullOnly

test('the list of what runs where has each file that does more in test:full, and no other', () => {
  const doesMore = files.filter(
    (path) => isFullOnly(path) || /support\/full\.ts'|'\.\/full\.ts'/.test(sourceOf(path)),
  )
  assert.ok(doesMore.length > 5, `only ${doesMore.length} files were found`)
  assert.deepEqual([...listed.keys()].sort(), doesMore.sort())
})

test('the list says of which files nothing runs in npm test', () => {
  const marked = [...listed].filter(([, { usual }]) => usual === '–').map(([path]) => path)
  assert.deepEqual(marked.sort(), files.filter(isFullOnly).sort())
})
