import { access, constants } from 'node:fs/promises'
import { StartError } from '../lib/errors.ts'
import { makeFolder } from '../lib/make-folder.ts'

const reasons: Record<string, string> = {
  EEXIST: 'it is not a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'it is read-only for this process; a systemd unit names it in ReadWritePaths',
}

/** Creates the folder of the copies unless it exists, and throws a StartError if none can be written to it. */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    makeFolder(folder)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new StartError(`Backups cannot be written to ${folder}: ${reasons[code] ?? message}.`)
  }
}
