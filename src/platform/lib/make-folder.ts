import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it, unless they exist. Node's own way (`recursive`) tries for ever where the
 * system calls a folder missing because nothing can be made in the one above it, as in /proc.
 */
export function makeFolder(path: string): void {
  const folders = [path]
  for (let above = dirname(path); !existsSync(above) && above !== dirname(above); above = dirname(above))
    folders.unshift(above)
  for (const folder of folders) makeOne(folder)
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    // It is there, or another process was faster.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw error
    const message = `nothing can be made in ${dirname(folder)}`
    throw Object.assign(new Error(message, { cause: error }), { code, syscall: 'mkdir' })
  }
}
