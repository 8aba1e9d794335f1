import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** Maps each file, by its path below src, to the files that it imports, type imports included. */
export type Modules = Map<string, string[]>

const statement =
  /^(?:import|export)\b[^'"]*?\bfrom\s*'(\.[^']+)'|^import\s*'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm

/** Lists the relative paths that a source text imports or exports from. */
export function importsIn(source: string): string[] {
  return [...source.matchAll(statement)].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')
}

/** Reads the files below a folder, without their tests. */
export function readSources(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  return new Map(files.sort().map((file) => [file, readFileSync(`${folder}/${file}`, 'utf8')]))
}

export function modulesOf(sources: ReadonlyMap<string, string>): Modules {
  const modules: Modules = new Map()
  for (const [file, source] of sources) {
    const imports = importsIn(source).map((path) => posix.join(posix.dirname(file), path))
    modules.set(
      file,
      imports.filter((path) => sources.has(path)),
    )
  }
  return modules
}

/** Returns a circle of imports through each file that is first seen to be in one. */
export function findCircles(modules: Modules): string[][] {
  const done = new Set<string>()
  const path: string[] = []
  const circles: string[][] = []

  function visit(file: string): void {
    if (path.includes(file)) return void circles.push([...path.slice(path.indexOf(file)), file])
    if (done.has(file)) return
    path.push(file)
    for (const imported of modules.get(file) ?? []) visit(imported)
    path.pop()
    done.add(file)
  }

  for (const file of modules.keys()) visit(file)
  return circles
}
