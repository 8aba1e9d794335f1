/** A file or folder of an archive. */
export interface TarEntry {
  path: string
  isFolder: boolean
  size: number
}

/** Receives the entries of an archive in their order. */
export interface TarHandler {
  begin(entry: TarEntry): void
  data(chunk: Buffer): void
  end(): void
}

const blockBytes = 512

/**
 * Reads an archive as PostgreSQL writes it, in chunks of any size: plain files and folders, whose names fit
 * into the header. Anything else is an error, because a backup without it would not be complete.
 */
export function createTarReader(handler: TarHandler) {
  let header = Buffer.alloc(0)
  let remaining = 0
  let padding = 0
  let isInFile = false
  let emptyBlocks = 0

  function readHeader(block: Buffer): void {
    if (block.every((byte) => byte === 0)) {
      emptyBlocks++
      return
    }
    if (emptyBlocks > 0) throw new Error('The archive goes on after its end')
    const entry = parseHeader(block)
    handler.begin(entry)
    remaining = entry.size
    padding = (blockBytes - (entry.size % blockBytes)) % blockBytes
    isInFile = true
    endIfRead()
  }

  function endIfRead(): void {
    if (!isInFile || remaining > 0) return
    isInFile = false
    handler.end()
  }

  return {
    write(chunk: Buffer): void {
      let rest = chunk
      while (rest.length > 0) {
        if (remaining > 0) {
          const part = rest.subarray(0, remaining)
          handler.data(part)
          remaining -= part.length
          rest = rest.subarray(part.length)
          endIfRead()
        } else if (padding > 0) {
          const skipped = Math.min(padding, rest.length)
          padding -= skipped
          rest = rest.subarray(skipped)
        } else {
          const missing = blockBytes - header.length
          header = Buffer.concat([header, rest.subarray(0, missing)])
          rest = rest.subarray(missing)
          if (header.length < blockBytes) return
          const block = header
          header = Buffer.alloc(0)
          readHeader(block)
        }
      }
    },
    /** Throws if the archive is cut off: a complete one ends with two empty blocks. */
    finish(): void {
      if (isInFile || padding > 0 || header.length > 0 || emptyBlocks < 2)
        throw new Error('The archive is not complete')
    },
  }
}

function parseHeader(block: Buffer): TarEntry {
  const sum = block.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 0x20 : byte), 0)
  if (sum !== Number.parseInt(text(block, 148, 8), 8)) throw new Error('The archive is damaged')
  const path = text(block, 0, 100).replace(/\/$/, '')
  const kind = text(block, 156, 1)
  if (!['', '0', '5'].includes(kind)) throw new Error(`The archive contains ${path}, which is no plain file`)
  const parts = path.replace(/^\.\//, '').split('/')
  if (path.startsWith('/') || parts.includes('..')) throw new Error(`The archive contains the path ${path}`)
  return { path: parts.join('/'), isFolder: kind === '5', size: kind === '5' ? 0 : parseSize(block) }
}

/** Reads octal digits or, from 8 GiB on, a binary number whose first bit is set. */
function parseSize(block: Buffer): number {
  if ((block[124] ?? 0) & 0x80) return Number(block.readBigUInt64BE(128))
  return Number.parseInt(text(block, 124, 12), 8) || 0
}

function text(block: Buffer, from: number, length: number): string {
  const field = block.subarray(from, from + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? length : end).trim()
}
