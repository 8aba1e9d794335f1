import pg from 'pg'
import { AppError } from '../lib/errors.ts'

/** True for an error of the database with one of these SQLSTATE codes. */
export const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof pg.DatabaseError && codes.includes(error.code ?? '')

/** True for a value that another row has, in this index if one is given. */
export const isUniqueViolation = (error: unknown, index?: string) =>
  hasCode(error, '23505') && (index === undefined || (error as pg.DatabaseError).constraint === index)

/** isLockTimeout: another transaction held a lock for longer than the statement waits (`lock_timeout`). */
export const isLockTimeout = (error: unknown) => hasCode(error, '55P03')

/** isStatementTimeout: a statement was cancelled, because it took longer than it may (`statement_timeout`). */
export const isStatementTimeout = (error: unknown) => hasCode(error, '57014')

/** isOutage: the database cannot be reached; false for a statement that failed or took too long. */
export const isOutage = (error: unknown) => error instanceof AppError && !isStatementTimeout(error.cause)

/**
 * isStatementError: the statement is at fault, and not the server: repeating it would fail again. False for a lost
 * connection, a shutdown or a lack of resources (the classes 08, 53 and 57), for whatever ended the session, and where a
 * server does not write: it is a standby or was demoted to one (25006), which also cancels what stands in the way of
 * its replay (40001; the service uses no isolation level that fails so on a primary).
 */
export function isStatementError(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return !/^(08|53|57|25006$|40001$)/.test(error.code ?? '') && !/^(FATAL|PANIC)$/.test(error.severity ?? '')
}
