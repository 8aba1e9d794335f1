import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** As much as a small commit writes. */
const bytes = Buffer.alloc(8192)
const everyMs = 50

/**
 * Writes a little to the disk again and again, as commits do, and returns a function that ends this and returns the longest
 * time that it took: what the disk of a virtual machine makes commits wait for is no effect of an attack.
 */
export function watchDisk(folder: string): () => Promise<number> {
  let isOver = false
  let longestMs = 0

  async function write(file: FileHandle): Promise<void> {
    while (!isOver) {
      const startedAtMs = performance.now()
      await file.write(bytes, 0, bytes.length, 0)
      await file.datasync()
      longestMs = Math.max(longestMs, performance.now() - startedAtMs)
      await sleep(everyMs)
    }
  }

  const written = open(join(folder, 'disk-watch'), 'w').then((file) =>
    write(file).finally(() => file.close()),
  )
  // Awaited at the end.
  written.catch(() => {})
  return async () => {
    isOver = true
    await written
    return longestMs
  }
}
