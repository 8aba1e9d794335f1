import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { isStatementError } from './database-errors.ts'

const cases: [code: string, severity: string, isStatementAtFault: boolean, what: string][] = [
  ['23505', 'ERROR', true, 'a value that is taken'],
  ['42703', 'ERROR', true, 'a column that is missing'],
  ['40P01', 'ERROR', true, 'a deadlock, which is repeated'],
  ['55P03', 'ERROR', true, 'a lock that was not free in time'],
  ['25006', 'ERROR', false, 'a server that was demoted'],
  ['40001', 'ERROR', false, 'a standby that cancels what stands in the way of its replay'],
  ['57P01', 'FATAL', false, 'a server that stops'],
  ['57P02', 'FATAL', false, 'another session that crashed'],
  ['57P03', 'FATAL', false, 'a server that starts'],
  ['08006', 'ERROR', false, 'a lost connection'],
  ['53300', 'FATAL', false, 'too many connections'],
  ['25P03', 'FATAL', false, 'a session that was ended'],
]

for (const [code, severity, isStatementAtFault, what] of cases) {
  test(`${code}, ${what}: ${isStatementAtFault ? 'an error of the statement' : 'an outage'}`, () => {
    const error = Object.assign(new pg.DatabaseError('said by the server', 0, 'error'), { code, severity })
    assert.equal(isStatementError(error), isStatementAtFault)
  })
}

test('an error of the connection is an outage', () => {
  assert.equal(isStatementError(new Error('Connection terminated unexpectedly')), false)
})
