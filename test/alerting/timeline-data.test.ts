import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import {
  type EntryCode,
  type EntryData,
  type EntryType,
  entryCodes,
} from '../../src/alerting/incidents/entry-data.ts'
import { entryText } from '../../src/alerting/incidents/entry-text.ts'
import { insertEntry } from '../../src/alerting/incidents/incident-timeline.store.ts'
import { readEntry, type StoredEntry } from '../../src/alerting/incidents/stored-entry.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { entrySamples } from '../support/entry-samples.ts'
import { incidentOf } from '../support/incidents.ts'
import { assign, type Person } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

/** An incident of a patient who has a caregiver, with an empty timeline. */
async function emergency(kind = 'SOS') {
  const rosa: Person = await service.signUp()
  const ana: Person = await service.signUp({ role: 'CAREGIVER' })
  await assign(service, ana.id, rosa.id)
  const answer = await service.call('POST', '/sos', { token: rosa.token })
  const id: string = answer.body.data.id
  await service.ctx.db.query('delete from incident_entries where incident_id = $1', [id])
  await service.ctx.db.query('update incidents set kind = $2 where id = $1', [id, kind])
  return { rosa, ana, id }
}

async function pauseSharing({ id, token }: Person) {
  const answer = await service.call('PUT', `/patients/${id}/sharing`, { token, body: { vitals: false } })
  assert.equal(answer.status, 200, answer.text)
}

const timelineOf = async (person: Person, id: string) =>
  (await incidentOf(service, person, id)).timeline as { type: EntryType; data: EntryData; text: string }[]

const insertText = (db: Db, id: string, type: string, text: string, actorId: string | null = null) =>
  // As processes of version 37 of the schema do.
  db.query(
    `insert into incident_entries (incident_id, at, type, actor_id, text, station)
     values ($1, $2, $3, $4, $5, null)`,
    [id, service.ctx.now(), type, actorId, text],
  )

describe('an entry of a timeline', () => {
  test('is data and an English text, of every code', async () => {
    assert.deepEqual([...new Set(entrySamples.map(({ code }) => code))], entryCodes)
    const { ana, id } = await emergency()
    const entry = { incidentId: id, at: service.ctx.now(), type: 'added' } as const
    for (const data of entrySamples) await insertEntry(service.ctx.db, { ...entry, data })
    const timeline = await timelineOf(ana, id)
    assert.deepEqual(
      timeline.map(({ data, text }) => ({ data, text })),
      entrySamples.map((data) => ({ data, text: entryText(data) })),
    )
    const page = await service.call('GET', `/incidents/${id}/timeline`, {
      ...{ token: ana.token, query: { order: 'asc', limit: '100' } },
    })
    assert.deepEqual(page.body.data, timeline)
    const [prose] = await service.ctx.db.query<{ texts: string[] }>(
      `select array_agg(text order by text) as texts from incident_entries where incident_id = $1 and text <> ''`,
      [id],
    )
    // Stored as text is what people wrote, and nothing that the service says.
    const written = ['By car', 'By car', 'I am closer', 'Slept', 'The door is open.', 'Wrong one']
    assert.deepEqual(prose?.texts, written)
  })

  test('has no figures of vital signs that the patient does not share', async () => {
    const { rosa, ana, id } = await emergency()
    const entry = { incidentId: id, at: service.ctx.now(), type: 'added' } as const
    for (const data of entrySamples) await insertEntry(service.ctx.db, { ...entry, data })
    await pauseSharing(rosa)
    const hidden = (await timelineOf(ana, id)).filter(({ data }) => 'lowest' in data)
    const fields = { lowest: null, highest: null, since: null }
    const heart = { code: 'HEART_RATE_OUTSIDE_LIMITS', ...fields }
    const oxygen = { code: 'OXYGEN_BELOW_LIMIT', ...fields }
    assert.deepEqual(
      hidden.map(({ data }) => data),
      [heart, heart, oxygen, oxygen],
    )
    assert.deepEqual(
      [...new Set(hidden.map(({ text }) => text))],
      ['The heart rate is outside of its limits', 'The oxygen saturation is below its limit'],
    )
    const others = (await timelineOf(ana, id)).filter(({ data }) => !('lowest' in data))
    assert.deepEqual(
      others.map(({ data }) => data),
      entrySamples.filter((data) => !('lowest' in data)),
    )
    assert.deepEqual(
      (await timelineOf(rosa, id)).map(({ data }) => data),
      entrySamples,
    )
  })

  test('of a process of before is its text, without what an alarm of vital signs may say', async () => {
    const { rosa, ana, id } = await emergency('VITALS')
    const text = 'Heart rate of 142 since 2026-03-01T12:34:56.000Z'
    await insertText(service.ctx.db, id, 'opened', text)
    await insertText(service.ctx.db, id, 'note', 'Measured 142 by hand', ana.id)
    const texts = async (person: Person) => (await timelineOf(person, id)).map((entry) => entry.text)
    assert.deepEqual(await texts(ana), [text, 'Measured 142 by hand'])
    assert.equal((await timelineOf(ana, id))[0]?.data, null)
    await pauseSharing(rosa)
    const hidden = ['Not shown: the patient does not share vital signs', 'Measured 142 by hand']
    assert.deepEqual(await texts(ana), hidden)
    assert.deepEqual(await texts(rosa), [text, 'Measured 142 by hand'])
  })

  test('of a later version is its code', async () => {
    const { ana, id } = await emergency()
    await service.ctx.db.query(
      `insert into incident_entries (incident_id, at, type, data) values ($1, now(), 'added', '{"code": "FUTURE"}')`,
      [id],
    )
    const [entry] = await timelineOf(ana, id)
    assert.deepEqual([entry?.data, entry?.text], [null, 'FUTURE'])
  })
})

const since = '2026-03-01T12:34:56.000Z'
const until = '2026-03-01T13:00:00.000Z'
const told = { code: 'STEP_TAKEN', step: 1, people: 0, channels: [] as string[], webhooks: false } as const

/** What version 37 of the schema has as sentences of the service. */
const sentences: [type: EntryType, text: string, data: EntryData][] = [
  ['checking', 'A device detected a fall: HIGH', { code: 'FALL_DETECTED', level: 'HIGH' }],
  ['opened', 'A person reported a fall: CONFIRMED', { code: 'FALL_REPORTED', level: 'CONFIRMED' }],
  [
    'added',
    'The fall reached CONFIRMED after the incident had ended',
    { code: 'FALL_RAISED_AFTER_END', level: 'CONFIRMED' },
  ],
  ['opened', 'The button of a device was pressed', { code: 'BUTTON_PRESSED' }],
  ['opened', 'The patient asked for help', { code: 'HELP_REQUESTED' }],
  ['opened', 'Opened without an answer to the check', { code: 'CHECK_UNANSWERED' }],
  ['reopened', 'Opened', { code: 'OPENED' }],
  ['reopened', 'Opened again: acknowledged, and not resolved', { code: 'HANDLING_EXPIRED' }],
  [
    'reopened',
    'Opened again: whoever was on it no longer looks after the patient',
    { code: 'HANDLER_UNASSIGNED' },
  ],
  ['reopened', 'Begun anew: messages were held until now', { code: 'NOTIFICATIONS_RELEASED' }],
  ['told', 'Step 1: nobody can be told', told],
  ['told', 'Step 2: telling the webhooks', { ...told, step: 2, webhooks: true }],
  ['told', 'Step 1: telling 1 person by push', { ...told, people: 1, channels: ['push'] }],
  ['told', 'Step 1: telling 2 people by push and mail', { ...told, people: 2, channels: ['push', 'mail'] }],
  [
    'told',
    'Step 12: telling 30 people by push, mail and ntfy',
    { ...told, step: 12, people: 30, channels: ['push', 'mail', 'ntfy'] },
  ],
  [
    'told',
    'Step 1: telling 1 person by ntfy and the webhooks',
    { ...told, people: 1, channels: ['ntfy'], webhooks: true },
  ],
  [
    'told',
    'Step 1: telling 3 people by push and ntfy and the webhooks',
    { ...told, people: 3, channels: ['push', 'ntfy'], webhooks: true },
  ],
  ['opened', 'Battery at 19 %', { code: 'BATTERY_LOW', percent: 19 }],
  ['resolved', 'The battery was charged', { code: 'BATTERY_CHARGED' }],
  [
    'opened',
    `Heart rate of 142 since ${since}`,
    { code: 'HEART_RATE_OUTSIDE_LIMITS', lowest: 142, highest: 142, since },
  ],
  [
    'raised',
    `Heart rate of 142 to 149.5 since ${since}`,
    { code: 'HEART_RATE_OUTSIDE_LIMITS', lowest: 142, highest: 149.5, since },
  ],
  ['resolved', 'The heart rate is back within its limits', { code: 'HEART_RATE_WITHIN_LIMITS' }],
  [
    'added',
    `Oxygen saturation of 85 since ${since}`,
    { code: 'OXYGEN_BELOW_LIMIT', lowest: 85, highest: 85, since },
  ],
  [
    'added',
    `Oxygen saturation of 85 to 87 since ${since}`,
    { code: 'OXYGEN_BELOW_LIMIT', lowest: 85, highest: 87, since },
  ],
  ['resolved', 'The oxygen saturation is back above its limit', { code: 'OXYGEN_ABOVE_LIMIT' }],
  ['opened', `No reading since ${since}`, { code: 'DEVICE_SILENT', since }],
  ['raised', 'No reading for 30 minutes', { code: 'DEVICE_STILL_SILENT', minutes: 30 }],
  ['resolved', 'The device sends again', { code: 'DEVICE_SENDS' }],
  ['added', 'Unstable connection: 5 changes within an hour', { code: 'CONNECTION_UNSTABLE', changes: 5 }],
  ['resolved', 'The connection has been stable for an hour', { code: 'CONNECTION_STABLE' }],
  ['added', 'Another device has become silent', { code: 'DEVICES_SILENT', devices: 1 }],
  ['opened', '14 devices have become silent at once', { code: 'DEVICES_SILENT', devices: 14 }],
  ['resolved', 'The devices send again', { code: 'DEVICES_SEND' }],
  ['opened', `The service was down from ${since} to ${until}`, { code: 'SERVICE_DOWN', from: since, until }],
  ['resolved', 'The alarm was switched off', { code: 'ALARM_SWITCHED_OFF' }],
  ['resolved', 'The device was disabled', { code: 'DEVICE_DISABLED' }],
  ['resolved', 'The device was removed', { code: 'DEVICE_REMOVED' }],
]

/** Added since, so that they were never stored as text. */
const laterCodes: EntryCode[] = [
  'FALL_SAID_BY_DEVICE',
  'FALL_CLEARED_BY_DEVICE',
  'CALL_CANCELLED_BY_DEVICE',
  'BED_LEFT',
  'BED_RETURNED',
  'DOOR_OPENED',
  'NO_SIGN_OF_LIFE',
  'SIGN_OF_LIFE',
  'COLLEAGUE_REQUESTED',
  'CALLS_WERE_FALSE',
  'CALLS_ARE_RARE',
  'ACKNOWLEDGEMENT_UNDONE',
  'TAKEN_OVER',
  'ASSISTANCE_REQUESTED',
  'ATTENDING',
  'ATTENDANCE_ENDED',
  'FALL_REPORTED_BY_OTHER',
  'OUTCOME_CORRECTED',
  'FALL_DOCUMENTED',
]

/** What it has of people, whatever they wrote. */
const ofPeople: [type: EntryType, text: string, data: EntryData | null][] = [
  ['cancelled', 'The patient said that they are fine, before anybody was told', { code: 'CHECK_ANSWERED' }],
  ['ok', 'The patient said that they are fine', { code: 'PATIENT_FINE' }],
  ['help', 'The patient asked for help', { code: 'HELP_REQUESTED' }],
  ['released', 'Cannot go', { code: 'RELEASED' }],
  ['acknowledged', 'On it', { code: 'ACKNOWLEDGED' }],
  ['acknowledged', 'Coming by car', { code: 'ACKNOWLEDGED', note: 'Coming by car' }],
  ['acknowledged', 'Opened', { code: 'ACKNOWLEDGED', note: 'Opened' }],
  ['note', 'The door is open.', { code: 'NOTE', note: 'The door is open.' }],
  ['note', 'On it', { code: 'NOTE', note: 'On it' }],
  ['note', `Heart rate of 142 since ${since}`, { code: 'NOTE', note: `Heart rate of 142 since ${since}` }],
  ['resolved', 'REAL_FALL', { code: 'RESOLVED', outcome: 'REAL_FALL' }],
  ['resolved', 'The device sends again', null],
  ['resolved', 'She had only dropped the device.', null],
]

/** What is none of these stays as it is. */
const unknown: [type: EntryType, text: string][] = [
  ['opened', 'A device detected a fall: ENORMOUS'],
  ['opened', 'A device detected a fall: HIGH\nand more'],
  ['told', 'Step 1: told 1 person by ntfy'],
  ['told', 'Step 1: telling 1 person by pigeon'],
  ['told', 'Step 99999999999: nobody can be told'],
  ['opened', 'Heart rate of 142 to 149'],
  ['opened', 'Heart rate of 142 since yesterday'],
  ['opened', ' Opened'],
  ['opened', 'opened'],
  ['resolved', 'REAL_FALL'],
  ['resolved', 'The cause has ended'],
  ['added', ''],
]

test('the documentation has every code', () => {
  const page = readFileSync('docs/timeline.md', 'utf8')
  const missing = entryCodes.filter((code) => !page.includes(`\`${code}\``))
  assert.deepEqual(missing, [])
})

describe('the migration to data', () => {
  /** Gives the entries of an incident, written in the schema of before, as the migration leaves them. */
  async function migrated(id: string, write: (session: Db) => Promise<unknown>) {
    return service.ctx.db.session(async (session) => {
      await session.query('begin')
      try {
        await session.query('alter table incident_entries drop column data, alter column text drop default')
        await write(session)
        for (const name of ['0038_entry_data', '0057_data_of_entries'])
          await session.query(readFileSync(`migrations/${name}.sql`, 'utf8'))
        return await session.query<StoredEntry>(
          'select data, text from incident_entries where incident_id = $1 order by id',
          [id],
        )
      } finally {
        await session.query('rollback')
      }
    })
  }

  test('recognises every sentence of the service, which reads as before', async () => {
    const { id } = await emergency()
    const rows = await migrated(id, async (session) => {
      for (const [type, text] of sentences) await insertText(session, id, type, text)
    })
    for (const [i, [, text, data]] of sentences.entries()) {
      assert.deepEqual(rows[i], { data, text: '' })
      assert.deepEqual(readEntry(rows[i] as StoredEntry), { data, text })
    }
  })

  test('keeps what people wrote', async () => {
    const { ana, id } = await emergency()
    const rows = await migrated(id, async (session) => {
      for (const [type, text] of ofPeople) await insertText(session, id, type, text, ana.id)
    })
    assert.deepEqual(
      rows.map(readEntry),
      ofPeople.map(([, text, data]) => ({ data, text })),
    )
  })

  test('leaves what it does not recognise', async () => {
    const { id } = await emergency()
    const rows = await migrated(id, async (session) => {
      for (const [type, text] of unknown) await insertText(session, id, type, text)
    })
    assert.deepEqual(
      rows,
      unknown.map(([, text]) => ({ data: null, text })),
    )
  })

  test('knows every code that can have been stored', () => {
    const known = [...sentences, ...ofPeople].flatMap(([, , data]) => (data ? [data.code] : []))
    assert.deepEqual(new Set([...known, ...laterCodes]), new Set(entryCodes))
  })

  test('takes one statement for a long table', async () => {
    const { id } = await emergency()
    const rows = await migrated(id, (session) =>
      session.query(
        `insert into incident_entries (incident_id, at, type, text)
         select $1, now(), 'told', 'Step ' || n || ': telling the webhooks' from generate_series(1, 20000) as n`,
        [id],
      ),
    )
    assert.equal(rows.length, 20_000)
    assert.deepEqual(rows.at(-1)?.data, { ...told, step: 20_000, webhooks: true })
  })
})
