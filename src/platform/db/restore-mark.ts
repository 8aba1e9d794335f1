import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The file that a restore leaves in the folder of the embedded server: it takes its place together with the files. */
export const restoreMarkFile = 'fallwatch.restored'

export const isMarkedRestored = (serverFolder: string) => existsSync(join(serverFolder, restoreMarkFile))

/** Called once the database itself knows that it was restored. */
export const removeRestoreMark = (serverFolder: string) =>
  rmSync(join(serverFolder, restoreMarkFile), { force: true })
