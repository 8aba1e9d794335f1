import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import i18next from 'i18next'
import {
  type EntryData,
  type EntryType,
  entryTypes,
  withoutVitals,
} from '../../src/alerting/incidents/entry-data.ts'
import { entryText } from '../../src/alerting/incidents/entry-text.ts'
import { outcomes } from '../../src/alerting/model/incident.ts'
import { createFormats } from '../../web/src/i18n/create-formats.ts'
import { entryWords } from '../../web/src/incident/entry-words.ts'
import { entrySamples } from '../support/entry-samples.ts'

const folder = join(import.meta.dirname, '../../web/src/i18n')
const languages = readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []))
const at = '2026-03-01T12:34:56.000Z'
const ana = { id: '1', name: 'Ana Gil', kind: 'STAFF' as const, relationship: null }
/** The data of the API's description, which knows no fields that are there and undefined. */
type Data = Parameters<typeof entryWords>[0]['data']

for (const language of languages)
  describe(`the timeline of an incident in ${language}`, async () => {
    const i18n = i18next.createInstance()
    const catalogue = JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'))
    await i18n.init({
      lng: language,
      ns: ['console'],
      defaultNS: 'console',
      resources: { [language]: { console: catalogue } },
    })
    const formats = createFormats(language)
    const say = (type: EntryType, data: EntryData, actor: typeof ana | null = null) =>
      entryWords(
        { at, type, actor, data: data as Data, text: entryText(data), station: null },
        i18n.t,
        formats,
      )

    test('says all that the service says', () => {
      for (const data of entrySamples.flatMap((sample) => [sample, withoutVitals(sample)])) {
        const words = say('added', data)
        assert.equal(words.isEnglish, false, data.code)
        assert.doesNotMatch(
          words.text ?? '',
          /\{\{|incident\.|undefined|null|NaN|\d{4}-\d\d-\d\dT/,
          data.code,
        )
        if (language !== 'en' && words.text && !('note' in data))
          assert.notEqual(words.text, entryText(data), data.code)
      }
    })

    test('has figures of vital signs only where they are shared', () => {
      const data = { code: 'OXYGEN_BELOW_LIMIT', lowest: 85, highest: 87, since: at } as const
      assert.match(say('added', data).text ?? '', /85.*87/)
      assert.doesNotMatch(say('added', withoutVitals<EntryData>(data)).text ?? '', /\d/)
    })

    test('has a title for every type, and a word for every outcome', () => {
      for (const type of entryTypes) assert.doesNotMatch(say(type, { code: 'OPENED' }).title, /incident\./)
      for (const outcome of outcomes)
        assert.notEqual(say('resolved', { code: 'RESOLVED', outcome }).text, outcome)
    })

    test('keeps what a person wrote', () => {
      const note = 'The device sends again'
      assert.equal(say('note', { code: 'NOTE', note }, ana).text, note)
      assert.equal(say('acknowledged', { code: 'ACKNOWLEDGED', note }, ana).text, note)
      assert.equal(say('resolved', { code: 'RESOLVED', outcome: 'OTHER', note }, ana).text, note)
    })

    test('shows an entry without data as it is', () => {
      const entry = { at, type: 'added', data: null, text: 'The device sends again', station: null } as const
      const title = i18n.t('incident.entry.added')
      assert.deepEqual(entryWords({ ...entry, actor: null }, i18n.t, formats), {
        ...{ title, text: entry.text, isEnglish: true },
      })
      assert.equal(entryWords({ ...entry, actor: ana }, i18n.t, formats).isEnglish, false)
    })

    test('shows the text of a code that the page does not know', () => {
      const data = { code: 'FUTURE' } as unknown as Data
      const entry = { at, type: 'added', actor: null, data, text: 'Of tomorrow', station: null } as const
      assert.equal(entryWords(entry, i18n.t, formats).text, 'Of tomorrow')
    })
  })
