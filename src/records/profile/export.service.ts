import type { Readable } from 'node:stream'
import { getUser } from '../../accounts/users/users.service.ts'
import { readEntry, type StoredEntry } from '../../alerting/incidents/stored-entry.ts'
import { labelOf } from '../../alerting/notifications/contact.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { createConcurrencyLimiter } from '../../platform/lib/concurrency-limiter.ts'
import { refusal, tooMany } from '../../platform/lib/errors.ts'
import { createZipStream, type ZipEntry } from '../../platform/lib/zip-stream.ts'
import * as store from './export.store.ts'
import { exportReadings, exportSamples } from './export-readings.ts'

/** How many exports a process runs at once, and how many of their statements. */
const maxExports = 20
const maxStatements = 2

export type Exports = ReturnType<typeof createExports>

/** Writes what is stored about a person into an archive, one at a time for each person. */
export function createExports(ctx: Context) {
  const running = new Set<string>()
  // A statement reads one batch. Between two of them an export holds no connection, however slowly its client reads.
  const statements = createConcurrencyLimiter({
    maxConcurrent: maxStatements,
    maxQueued: maxExports,
    refuse: () => tooMany('EXPORTS_BUSY'),
  })
  const db: Db = {
    query: (sql, values, name) => statements.run(() => ctx.db.query(sql, values, name)),
    afterCommit: ctx.db.afterCommit,
  }

  return {
    /** Starts an export, which ends when its archive has been read or destroyed. */
    async start(caller: Caller): Promise<Readable> {
      const { id } = caller.actor
      if (running.has(id)) throw refusal('EXPORT_RUNNING')
      if (running.size >= maxExports) throw tooMany('EXPORTS_BUSY')
      running.add(id)
      try {
        const message = 'Exported their own data'
        await recordAuditEntry(ctx, ctx.db, caller, { action: 'profile.exported', message, subjectId: id })
      } catch (error) {
        running.delete(id)
        throw error
      }
      const archive = createZipStream(filesOf(id), ctx.now())
      archive.once('close', () => running.delete(id))
      return archive
    },
  }

  function filesOf(userId: string): ZipEntry[] {
    const list = (name: store.ExportListName): ZipEntry => ({
      name: `${name}.json`,
      content: () => jsonList(listRows(db, name, userId)),
    })
    return [
      { name: 'profile.json', content: () => profileOf(userId) },
      list('devices'),
      { name: 'readings.csv', content: () => exportReadings(ctx, db, userId) },
      { name: 'samples.ndjson', content: () => exportSamples(ctx, db, userId) },
      list('deviceEvents'),
      list('falls'),
      { name: 'incidents.json', content: () => jsonList(listIncidents(db, userId)) },
      list('pastIncidents'),
      list('notes'),
      list('alerts'),
      list('teams'),
      list('handovers'),
      list('messages'),
      { name: 'contacts.json', content: () => jsonList(listContacts(db, userId)) },
      list('deliveries'),
      list('assignments'),
      list('shares'),
      list('sessions'),
      list('audit'),
    ]
  }

  async function* profileOf(userId: string): AsyncGenerator<string> {
    const account = await getUser(ctx, userId)
    const settings = await store.findExportSettings(db, userId)
    const deviceKeys: store.ExportRow[] = []
    for await (const rows of listRows(db, 'deviceKeys', userId)) deviceKeys.push(...rows)
    yield `${JSON.stringify({ ...account, ...settings, deviceKeys }, null, 2)}\n`
  }
}

async function* listRows(
  db: Db,
  name: store.ExportListName,
  userId: string,
): AsyncGenerator<store.ExportRow[]> {
  let cursor: store.ExportCursor | undefined = store.exportStart
  while (cursor) {
    const batch = await store.readExportBatch(db, name, userId, cursor)
    if (batch.rows.length > 0) yield batch.rows
    cursor = batch.next
  }
}

async function* listIncidents(db: Db, userId: string): AsyncGenerator<store.ExportRow[]> {
  for await (const rows of listRows(db, 'incidents', userId))
    yield rows.map((row) => ({ ...row, timeline: (row.timeline as StoredEntry[]).map(readEntry) }))
}

/** The address of a push subscription or of a topic would let others send messages there. */
async function* listContacts(db: Db, userId: string): AsyncGenerator<store.ExportRow[]> {
  const contacts = await store.listExportContacts(db, userId)
  yield contacts.map(({ address, ...contact }) => ({
    ...contact,
    address: contact.channel === 'mail' ? address : labelOf({ ...contact, address }),
  }))
}

/** A JSON array, one row on each line. */
async function* jsonList(batches: AsyncIterable<store.ExportRow[]>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const rows of batches) {
    if (rows.length === 0) continue
    yield separator + rows.map((row) => JSON.stringify(row)).join(',\n')
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}
