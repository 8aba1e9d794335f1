import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { openDatabase } from '../../src/platform/db/database.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts'
import { startTcpReceiver, type TcpReceiver } from '../support/tcp-receiver.ts'

const readyForQuery = Buffer.from('Z\0\0\0\x05I', 'latin1')

/** What a server says to its clients when it ends, as bytes of the protocol. */
function fatalError(): Buffer {
  const fields = ['SFATAL', 'C57P01', 'Mterminating connection', '', ''].join('\0')
  const body = Buffer.from(fields, 'latin1')
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

let database: TestDatabase
let relay: TcpReceiver
/** How many connections are still to end as soon as they can be used. */
let endings = 0

before(async () => {
  database = await createEmptyDatabase()
  const { host, port } = new pg.Client(database.url)
  relay = await startTcpReceiver((client) => {
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    let isEnding = endings > 0
    if (isEnding) endings--
    client.on('data', (chunk) => server.write(chunk))
    client.on('close', () => server.destroy())
    server.on('error', () => {})
    server.on('close', () => client.destroy())
    server.on('data', (chunk: Buffer) => {
      if (!isEnding || !chunk.subarray(-readyForQuery.length).equals(readyForQuery))
        return client.write(chunk)
      isEnding = false
      // In one piece, as a busy machine reads them: no other code runs between the two messages.
      return client.end(Buffer.concat([chunk, fatalError()]))
    })
  })
})
after(async () => {
  await relay?.stop()
  await database?.drop()
})

test('a server that ends while connections open fails their statements, and not the process', async () => {
  const url = new URL(database.url)
  const { user, password } = new pg.Client(database.url)
  const db = openDatabase(
    {
      host: '127.0.0.1',
      port: relay.port,
      user: user ?? '',
      password: password ?? '',
      database: url.pathname.slice(1),
    },
    () => {},
  )
  endings = 3
  const results = await Promise.allSettled([
    db.query('select 1'),
    db.reserved.transaction((tx) => tx.query('select 1')),
    db.session((session) => session.query('select 1')),
  ])
  assert.deepEqual(
    results.map((result) => (result.status === 'rejected' ? result.reason.message : result.value)),
    Array(3).fill('Service temporarily unavailable'),
  )
  assert.deepEqual(await db.query('select 1 as one'), [{ one: 1 }])
  await db.close()
})
