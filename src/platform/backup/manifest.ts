import { createHash, type Hash } from 'node:crypto'
import { createTarReader, type TarEntry } from './tar.ts'

/** The SHA-256 of each file of an archive, by path. */
export type Checksums = Map<string, string>

export interface ArchiveContents {
  checksums: Checksums
  folders: Set<string>
}

/** What the signed description says of an archive beside PostgreSQL's manifest. */
export interface SignedContents {
  /** The SHA-256 of the write-ahead log, by path. */
  wal: Readonly<Record<string, string>>
  /** The folders; copies of earlier versions have no such list. */
  folders?: readonly string[] | undefined
}

interface ManifestFile {
  Path?: string
  'Encoded-Path'?: string
  Checksum: string
}

interface Manifest {
  'System-Identifier': number
  Files: ManifestFile[]
  'WAL-Ranges': { Timeline: number; 'Start-LSN': string; 'End-LSN': string }[]
  'Manifest-Checksum': string
}

const walFolder = 'pg_wal/'

/** The folders of every server, which may be empty. Copies whose description has no list of folders have no others. */
const serverFolders = [
  ...['base', 'base/1', 'global', 'pg_commit_ts', 'pg_dynshmem', 'pg_logical', 'pg_logical/mappings'],
  ...['pg_logical/snapshots', 'pg_multixact', 'pg_multixact/members', 'pg_multixact/offsets', 'pg_notify'],
  ...['pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat', 'pg_stat_tmp', 'pg_subtrans', 'pg_tblspc'],
  ...['pg_twophase', 'pg_wal', 'pg_wal/archive_status', 'pg_wal/summaries', 'pg_xact'],
]

/**
 * Names by which the server decides how it starts: as a standby, with commands, with links to other places, or not at all. It
 * asks only whether they exist, so that a folder is as good as a file. No backup of the embedded store has one.
 */
const startNames = ['recovery.signal', 'standby.signal', 'recovery.conf', 'promote', 'tablespace_map']

/** The embedded server is always initialised with segments of this size. */
const walSegmentBytes = 16n * 1024n * 1024n

/** Calculates the checksums of an archive while it is read. */
export function createChecksumReader(onData?: {
  begin(entry: TarEntry): void
  data(chunk: Buffer): void
  end(): void
}) {
  const checksums: Checksums = new Map()
  const folders = new Set<string>()
  let path: string | undefined
  let hash: Hash | undefined
  const reader = createTarReader({
    begin(entry) {
      path = entry.isFolder ? undefined : entry.path
      hash = entry.isFolder ? undefined : createHash('sha256')
      if (entry.isFolder) folders.add(entry.path)
      onData?.begin(entry)
    },
    data(chunk) {
      hash?.update(chunk)
      onData?.data(chunk)
    },
    end() {
      if (path !== undefined && hash) checksums.set(path, hash.digest('hex'))
      onData?.end()
    },
  })
  return {
    write: reader.write,
    finish(): ArchiveContents {
      reader.finish()
      return { checksums, folders }
    },
  }
}

/**
 * Compares the entries of an archive with PostgreSQL's backup manifest and what was signed beside it, and
 * looks whether that write-ahead log is there that makes the files consistent, which the manifest names by its range only. A file
 * or a folder that is not listed is refused: a recovery.signal would make the server run commands.
 */
export function assertMatchesManifest(
  text: string,
  { checksums, folders }: ArchiveContents,
  signed: SignedContents,
): void {
  const manifest = parseManifest(text)
  const unlisted = new Set(checksums.keys())
  for (const file of manifest.Files) {
    const path = file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString()
    const found = checksums.get(path)
    if (found === undefined) throw new Error(`${path} is missing`)
    if (found !== file.Checksum) throw new Error(`${path} is damaged`)
    unlisted.delete(path)
  }
  for (const [path, checksum] of Object.entries(signed.wal)) {
    if (!path.startsWith(walFolder) || checksums.get(path) !== checksum) throw new Error(`${path} is damaged`)
    unlisted.delete(path)
  }
  for (const path of unlisted) throw new Error(`${path} is not in its manifest`)
  const listedFolders = new Set(signed.folders ?? serverFolders)
  for (const path of checksums.keys()) for (const folder of foldersOf(path)) listedFolders.add(folder)
  for (const path of folders) if (!listedFolders.has(path)) throw new Error(`${path} is not in its manifest`)
  for (const name of startNames)
    if (checksums.has(name) || folders.has(name))
      throw new Error(`${name} would change how the server starts`)
  for (const segment of manifest['WAL-Ranges'].flatMap(segmentsOf)) {
    if (!checksums.has(`pg_wal/${segment}`)) throw new Error(`The write-ahead log ${segment} is missing`)
  }
}

/** Returns the folders above a file. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** Those of the files that the manifest does not list. */
export function walChecksums(checksums: Checksums): Record<string, string> {
  return Object.fromEntries([...checksums].filter(([path]) => path.startsWith(walFolder)))
}

function parseManifest(text: string): Manifest {
  const end = text.lastIndexOf('"Manifest-Checksum"')
  const actual = createHash('sha256').update(text.slice(0, end)).digest('hex')
  const manifest = JSON.parse(text) as Manifest
  if (manifest['Manifest-Checksum'] !== actual) throw new Error('The manifest is damaged')
  return manifest
}

function segmentsOf({
  Timeline,
  'Start-LSN': start,
  'End-LSN': end,
}: Manifest['WAL-Ranges'][number]): string[] {
  const [first, last] = [parseLsn(start) / walSegmentBytes, (parseLsn(end) - 1n) / walSegmentBytes]
  const perFile = 0x1_0000_0000n / walSegmentBytes
  const hex = (value: bigint | number) => value.toString(16).toUpperCase().padStart(8, '0')
  const names: string[] = []
  for (let segment = first; segment <= last; segment++) {
    names.push(`${hex(Timeline)}${hex(segment / perFile)}${hex(segment % perFile)}`)
  }
  return names
}

/** Reads a position in the write-ahead log such as 16/B374D848. */
function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
