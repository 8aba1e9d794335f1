import { StartError } from '../lib/errors.ts'

/** Says in a line why a command failed; only of a fault of our own is the place in the code of use. */
export function reasonOf(error: unknown): string {
  if (error instanceof StartError) return error.message
  if (!(error instanceof Error)) return String(error)
  // Errors of files and connections: a full disk, a folder that is not ours.
  return 'syscall' in error ? error.message : (error.stack ?? error.message)
}

/** The answer of both commands with DATABASE_URL: that server has tools of its own version. */
export const useServerTools =
  'DATABASE_URL is set: back up and restore that PostgreSQL with its own tools, pg_dump and pg_restore or pg_basebackup. ' +
  'See docs/production.md#backups.'
