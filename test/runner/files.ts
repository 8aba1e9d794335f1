import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'

/**
 * Place is where a file's tests run: in a process that runs others before and after them, in a process of their own, or
 * in one of their own with no more beside it than a few that mostly wait, or with nothing at all.
 */
export type Place = 'shared' | 'own' | 'quiet' | 'alone'

export interface TestFile {
  path: string
  place: Place
}

/** findTestFiles lists the test files of the project, by their paths from its root. */
export function findTestFiles(): TestFile[] {
  return ['src', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
      .map((name) => join(folder, name))
      .sort()
      .map((path) => ({ path, place: placeOf(readFileSync(path, 'utf8')) })),
  )
}

/** What starts processes may leave some of them behind, and they are gone when the process that started them ends. */
const startsProcesses = /from '.*support\/(process|pair|browser)\.ts'/

/** placeOf reads the place from the first lines, where a comment says why a file does not share a process. */
export function placeOf(source: string): Place {
  const [, word] = /^\/\/ (Alone|Quiet|Own process): \S/m.exec(source.slice(0, 400)) ?? []
  if (word === 'Alone') return 'alone'
  if (word === 'Quiet') return 'quiet'
  return word || startsProcesses.test(source) ? 'own' : 'shared'
}

/**
 * quickFiles is the choice for the time between two changes: everything that is tested without the whole service, and
 * what describes the service as a whole.
 */
export const quickFiles = (files: TestFile[]) =>
  files.filter(
    ({ path, place }) =>
      place === 'shared' &&
      (path.startsWith('src') || /^test.(journeys|contract|access|openapi\.)/.test(path)),
  )

/** chooseFiles gives the files whose path contains one of the words, which may be paths themselves. */
export function chooseFiles(files: TestFile[], words: string[]): TestFile[] {
  if (words.length === 0) return files
  const fits = (word: string) => files.filter(({ path }) => path.includes(plainPath(word)))
  const unknown = words.filter((word) => fits(word).length === 0)
  if (unknown.length > 0) throw new Error(`No test file has ${unknown.join(' or ')} in its path.`)
  const chosen = new Set(words.flatMap(fits))
  return files.filter((file) => chosen.has(file))
}

/** plainPath makes `./test/falls.test.ts` and an absolute path what the list of files has. */
function plainPath(word: string): string {
  const fromRoot = word.startsWith(process.cwd()) ? word.slice(process.cwd().length + 1) : normalize(word)
  return statSync(fromRoot, { throwIfNoEntry: false }) ? fromRoot : word
}
