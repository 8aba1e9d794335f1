import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  name: string
  /** Called when the entries before it are complete, and iterated only as fast as the archive is read. */
  content: () => AsyncIterable<string>
}

const bufferedBytes = 64 * 1024

/**
 * An archive of the entries, which is written while it is read. Destroying it ends the iteration of the
 * current entry, and an entry that fails destroys it.
 */
export function createZipStream(entries: readonly ZipEntry[], modifiedAt: Date): Readable {
  const zip = new ZipFile()
  // The archive writes to a stream of its own, whose type says less than it is.
  const output = zip.outputStream as PassThrough
  let current: Readable | undefined
  zip.on('error', (error) => output.destroy(error))
  output.once('close', () => current?.destroy())
  for (const { name, content } of entries) {
    zip.addReadStreamLazy(name, { mtime: modifiedAt }, (begin) => {
      if (output.destroyed) return
      current = Readable.from(content(), { objectMode: false, highWaterMark: bufferedBytes })
      current.on('error', (error) => output.destroy(error))
      begin(null, current)
    })
  }
  zip.end()
  return output
}
