import pg from 'pg'

/** hasCode is true of an error of the database with one of these SQLSTATE codes. */
export const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof pg.DatabaseError && codes.includes(error.code ?? '')

export const isUniqueViolation = (error: unknown) => hasCode(error, '23505')

/** isLockTimeout: another transaction held a lock for longer than the statement waits (`lock_timeout`). */
export const isLockTimeout = (error: unknown) => hasCode(error, '55P03')

/** isStatementTimeout: a statement was cancelled, because it took longer than it may (`statement_timeout`). */
export const isStatementTimeout = (error: unknown) => hasCode(error, '57014')
