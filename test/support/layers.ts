import type { Modules } from './modules.ts'

/** The layers from the bottom up: a file imports from its own layer and those below. */
const layers: [name: string, includes: (file: string) => boolean][] = [
  ['lib', (file) => file.startsWith('platform/lib/')],
  ['the settings', (file) => /^platform\/(config|project-folder|version)\.ts$/.test(file)],
  ['db', (file) => file.startsWith('platform/db/')],
  ['the features', (file) => !file.startsWith('app/') || file.split('/').length > 2],
  ['the app', (file) => ['app/app.ts', 'app/app-dependencies.ts'].includes(file)],
  ['main', () => true],
]

const layerOf = (file: string) => layers.findIndex(([, includes]) => includes(file))
const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'))
const isStore = (file: string) => file.endsWith('.store.ts')

/** Files that know no HTTP, wherever they are. */
const isBelowHttp = (file: string) => file === 'platform/context.ts' || /\.(service|store)\.ts$/.test(file)

/** problemWith explains what is wrong with an import, or returns undefined. */
function problemWith(file: string, imported: string): string | undefined {
  const [own, other] = [layerOf(file), layerOf(imported)]
  if (other > own) return `upwards, from ${layers[own]?.[0]} to ${layers[other]?.[0]}`
  if (isStore(imported) && folderOf(imported) !== folderOf(file))
    return 'a store is for its own feature; import a service or a pure file, or move what both need into one'
  if (isStore(imported) && file.endsWith('.routes.ts')) return 'routes call services, and those call stores'
  if (imported.startsWith('platform/http/') && isBelowHttp(file))
    return 'the context, services and stores know no HTTP'
  return undefined
}

/** brokenLayers lists the imports that are not allowed, each with the reason. */
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

/** misplacedCallers lists the parameters before a caller that are neither the context nor a database handle. */
export function misplacedCallers(source: string): string[] {
  return [...source.matchAll(callerParameter)]
    .map((found) => parametersUpTo(source, found.index + found[0].length))
    .filter((parameters) => !allowedBefore.test(parameters))
}

/** parametersUpTo is the text from the parenthesis that is open at a place up to that place. */
function parametersUpTo(source: string, end: number): string {
  let depth = 0
  for (let i = end - 1; i >= 0; i--) {
    if (source[i] === ')') depth++
    else if (source[i] === '(' && depth-- === 0) return source.slice(i + 1, end)
  }
  return ''
}
