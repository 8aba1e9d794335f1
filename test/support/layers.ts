import type { Modules } from './modules.ts'

/** The groups from the top down: a file imports from its own group and those below. */
export const groups = [
  'app',
  'records',
  'care',
  'telemetry',
  'alerting',
  'accounts',
  'detection',
  'platform',
] as const

/** The layers within the platform, from the bottom up; what is in none of them is above all. */
const platformLayers: [name: string, includes: (file: string) => boolean][] = [
  ['lib', (file) => file.startsWith('platform/lib/')],
  ['the settings', (file) => /^platform\/(config|project)\.ts$/.test(file)],
  ['db', (file) => file.startsWith('platform/db/')],
]

const groupOf = (file: string) => file.split('/')[0] ?? ''
const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'))
const isStore = (file: string) => file.endsWith('.store.ts')

/** Files that know no HTTP, wherever they are. */
const isBelowHttp = (file: string) => file === 'platform/context.ts' || /\.(service|store)\.ts$/.test(file)

/** Infinity for what is above all layers of the platform. */
function layerOf(file: string): number {
  const layer = platformLayers.findIndex(([, includes]) => includes(file))
  return layer < 0 ? Number.POSITIVE_INFINITY : layer
}

const rankOf = (file: string) => groups.indexOf(groupOf(file) as (typeof groups)[number])

/** Explains what is wrong with an import, or returns undefined. */
function problemWith(file: string, imported: string): string | undefined {
  if (rankOf(file) < 0) return 'it is in no group'
  if (rankOf(imported) < rankOf(file)) return `upwards, from ${groupOf(file)} to ${groupOf(imported)}`
  if (layerOf(imported) > layerOf(file)) return `upwards, from ${platformLayers[layerOf(file)]?.[0]}`
  if (isStore(imported) && folderOf(imported) !== folderOf(file))
    return 'a store is for its own feature; import a service or a pure file, or move what both need into one'
  if (isStore(imported) && file.endsWith('.routes.ts')) return 'routes call services, and those call stores'
  if (imported.startsWith('platform/http/') && isBelowHttp(file))
    return 'the context, services and stores know no HTTP'
  return undefined
}

/** Lists the imports that are not allowed, each with the reason. */
export function brokenLayers(modules: Modules): string[] {
  const problems: string[] = []
  for (const [file, imports] of modules) {
    for (const imported of imports) {
      const problem = problemWith(file, imported)
      if (problem) problems.push(`src/${file} imports src/${imported}: ${problem}`)
    }
  }
  return problems
}

const callerParameter = /(?:\bcaller|\}): (?:Any)?Caller\b/g
const allowedBefore = /^\s*(ctx: Context,\s*)?((db|tx): Db,\s*)?(caller|\{[^}]*\}): (Any)?Caller$/

/** Lists the parameters before a caller that are neither the context nor a database handle. */
export function misplacedCallers(source: string): string[] {
  return [...source.matchAll(callerParameter)]
    .map((found) => parametersUpTo(source, found.index + found[0].length))
    .filter((parameters) => !allowedBefore.test(parameters))
}

/** The text from the parenthesis that is open at a place up to that place. */
function parametersUpTo(source: string, end: number): string {
  let depth = 0
  for (let i = end - 1; i >= 0; i--) {
    if (source[i] === ')') depth++
    else if (source[i] === '(' && depth-- === 0) return source.slice(i + 1, end)
  }
  return ''
}

/** The folder of a feature, such as `alerting/falls`, or a file beside such folders. */
const featureOf = (file: string) => file.split('/').slice(0, 2).join('/')

/** Lists the pairs of features that import each other. */
export function mutualFeatures(modules: Modules): string[] {
  const imported = new Set<string>()
  for (const [file, imports] of modules)
    for (const other of imports) imported.add(`${featureOf(file)} ${featureOf(other)}`)
  return [...imported]
    .map((pair) => pair.split(' ') as [string, string])
    .filter(([one, other]) => one < other && imported.has(`${other} ${one}`))
    .map((pair) => pair.join(' and '))
}

const writing = /\b(?:insert into|delete from) ([a-z_]+)|\bupdate ([a-z_]+)(?: as \w+)?\s+set\b/g

/** Maps each table to the features whose SQL writes it. */
export function tableWriters(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const writers = new Map<string, Set<string>>()
  for (const [file, source] of sources)
    for (const [, written, updated = ''] of source.matchAll(writing)) {
      const table = written ?? updated
      writers.set(table, (writers.get(table) ?? new Set()).add(featureOf(file)))
    }
  return new Map([...writers].map(([table, features]) => [table, [...features].sort()]))
}
