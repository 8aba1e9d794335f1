import type { Context } from '../../platform/context.ts'
import { countSurplusLogs, deleteSurplusLogs } from './device-logs.store.ts'

/** Deletes the entries of device logs beyond their limit, and returns the number. */
export function cleanUpLogs({ db }: Context, dryRun: boolean): Promise<number> {
  return dryRun ? countSurplusLogs(db) : deleteSurplusLogs(db)
}
