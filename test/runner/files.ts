import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'

/**
 * Where a file's tests run: in a process that runs others before and after them, in a process of their own, or
 * in one of their own with nothing beside it.
 */
export type Place = 'shared' | 'own' | 'alone'

export interface TestFile {
  path: string
  place: Place
  /** It belongs to `npm run test:full` alone. */
  isFullOnly: boolean
  /** Its process starts a browser, which those of the next ones use as well. */
  usesBrowser: boolean
  /** Files that are likely to take long start first, so that none is waited for in the end. */
  weight: number
}

/** Lists the test files of the project, by their paths from its root. */
export function findTestFiles(): TestFile[] {
  return ['src', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
      .map((name) => join(folder, name))
      .sort()
      .map((path) => describeFile(path, readFileSync(path, 'utf8'))),
  )
}

/** Reads what the first lines of a file say: a comment tells where it runs and why. */
export function describeFile(path: string, source: string): TestFile {
  const head = source.slice(0, 600)
  const says = (word: string) => new RegExp(`^// ${word}: \\S`, 'm').test(head)
  return {
    path,
    place: says('Alone') ? 'alone' : says('Own process') ? 'own' : 'shared',
    isFullOnly: says('Full'),
    usesBrowser: path.includes('browser'),
    weight: says('Long') ? longWeight : weightOf(path, source),
  }
}

/** More than any guess. */
const longWeight = 1e6

/** Guesses: browsers and processes take longest, and of the others those with the most to do. */
function weightOf(path: string, source: string): number {
  const startsPrograms = /\/(service-process|pair|browser|store)\.ts'/.test(source)
  const usesService = /support\/(service|database)\.ts'/.test(source)
  return source.length * (path.includes('browser') ? 8 : startsPrograms ? 4 : usesService ? 1 : 0.2)
}

/**
 * The choice for the time between two changes: everything that is tested without the whole service, and
 * what describes the service as a whole.
 */
export const quickFiles = (files: TestFile[]) =>
  files.filter(
    ({ path, place, isFullOnly }) =>
      place === 'shared' &&
      !isFullOnly &&
      (path.startsWith('src') ||
        /^test.(journeys|project.contract|accounts.access|platform.openapi\.)/.test(path)),
  )

/** Gives the files whose path contains one of the words, which may be paths themselves. */
export function chooseFiles(files: TestFile[], words: string[]): TestFile[] {
  if (words.length === 0) return files
  const fits = (word: string) => files.filter(({ path }) => path.includes(plainPath(word)))
  const unknown = words.filter((word) => fits(word).length === 0)
  if (unknown.length > 0) throw new Error(`No test file has ${unknown.join(' or ')} in its path.`)
  const chosen = new Set(words.flatMap(fits))
  return files.filter((file) => chosen.has(file))
}

/** Makes `./test/falls.test.ts` and an absolute path what the list of files has. */
function plainPath(word: string): string {
  const fromRoot = word.startsWith(process.cwd()) ? word.slice(process.cwd().length + 1) : normalize(word)
  return statSync(fromRoot, { throwIfNoEntry: false }) ? fromRoot : word
}
