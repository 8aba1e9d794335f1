import { open } from 'node:fs/promises'

/** Returns once the content of a file is on the disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Returns once the names in a folder are on the disk. Windows has no such call, and needs none. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await syncFile(path)
}
