import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectFolder } from '../../platform/project.ts'

/** Where the build of the console is. */
export const consoleFolder = fileURLToPath(new URL('web/dist', projectFolder))

/** Encodings that the build writes beside a file, in order of preference, and the extensions of those files. */
export const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** The content of a file in one encoding. */
export interface Representation {
  body: Buffer
  etag: string
  encoding?: (typeof encodings)[number][0]
}

/** A file of the console: as it is, and compressed. */
export interface ConsoleFile {
  type: string
  cacheControl: string
  plain: Representation
  compressed: Representation[]
}

/** Maps paths to files; it is empty if the console was not built. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>

/** Unless the name changes with the content, a browser asks each time, and gets 304. */
const revalidated = 'no-cache'
const immutable = 'public, max-age=31536000, immutable'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** True for a path that ends like those of files of a page: if there is no such file, a page is no substitute. */
export const isFileName = (path: string): boolean => extname(path).toLowerCase() in types

export const isConsoleBuilt = (folder = consoleFolder): boolean => existsSync(join(folder, 'index.html'))

/**
 * Reads the whole build, which is a megabyte or two; the service does so soon after its start. A request
 * can then name only what is in this table, never a place on the disk, and a build that replaces the files of a running
 * service does not mix the two.
 */
export function readConsoleFiles(folder: string): ConsoleFiles {
  if (!isConsoleBuilt(folder)) return new Map()
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  const paths = new Set(names.map((name) => name.replaceAll('\\', '/')))
  const isPublic = (path: string) => !/(^|\/)\./.test(path) && !isCompressed(path, paths)
  return new Map([...paths].filter(isPublic).map((path) => [`/${path}`, readFile(folder, path, paths)]))
}

function isCompressed(path: string, paths: ReadonlySet<string>): boolean {
  return encodings.some(
    ([, extension]) => path.endsWith(extension) && paths.has(path.slice(0, -extension.length)),
  )
}

function readFile(folder: string, path: string, paths: ReadonlySet<string>): ConsoleFile {
  const body = readFileSync(join(folder, path))
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    cacheControl: path.startsWith('assets/') ? immutable : revalidated,
    plain: { body, etag: `"${digest}"` },
    compressed: encodings
      .filter(([, extension]) => paths.has(path + extension))
      .map(([encoding, extension]) => ({
        body: readFileSync(join(folder, path + extension)),
        etag: `"${digest}-${encoding}"`,
        encoding,
      })),
  }
}
