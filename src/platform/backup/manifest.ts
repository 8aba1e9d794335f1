import { createHash, type Hash } from 'node:crypto'
import { createTarReader, type TarEntry } from './tar.ts'

/** Checksums are the SHA-256 of each file of an archive, by path. */
export type Checksums = Map<string, string>

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

/** The embedded server is always initialised with segments of this size. */
const walSegmentBytes = 16n * 1024n * 1024n

/** createChecksumReader calculates the checksums of an archive while it is read. */
export function createChecksumReader(onData?: {
  begin(entry: TarEntry): void
  data(chunk: Buffer): void
  end(): void
}) {
  const checksums: Checksums = new Map()
  let path: string | undefined
  let hash: Hash | undefined
  const reader = createTarReader({
    begin(entry) {
      path = entry.isFolder ? undefined : entry.path
      hash = entry.isFolder ? undefined : createHash('sha256')
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
    finish(): Checksums {
      reader.finish()
      return checksums
    },
  }
}

/**
 * assertMatchesManifest compares the files of an archive with PostgreSQL's backup manifest and the checksums of the write-ahead
 * log, and looks whether that log is there that makes them consistent, which the manifest names by its range only. A file that
 * neither lists is refused: a recovery.signal would make the server run commands.
 */
export function assertMatchesManifest(
  text: string,
  checksums: Checksums,
  wal: Readonly<Record<string, string>>,
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
  for (const [path, checksum] of Object.entries(wal)) {
    if (!path.startsWith(walFolder) || checksums.get(path) !== checksum) throw new Error(`${path} is damaged`)
    unlisted.delete(path)
  }
  for (const path of unlisted) throw new Error(`${path} is not in its manifest`)
  for (const segment of manifest['WAL-Ranges'].flatMap(segmentsOf)) {
    if (!checksums.has(`pg_wal/${segment}`)) throw new Error(`The write-ahead log ${segment} is missing`)
  }
}

/** walChecksums are those of the files that the manifest does not list. */
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

/** parseLsn reads a position in the write-ahead log such as 16/B374D848. */
function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
