import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import i18next from 'i18next'
import { entryTexts } from '../src/alerting/incidents/entry-texts.ts'
import { entryTypes } from '../src/alerting/incidents/incident-timeline.store.ts'
import { outcomes } from '../src/alerting/model/incident.ts'
import { createFormats } from '../web/src/i18n/create-formats.ts'
import { entryWords } from '../web/src/incident/entry-words.ts'

const folder = join(import.meta.dirname, '../web/src/i18n')
const languages = readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []))
const at = '2026-03-01T12:34:56.000Z'
const step = { step: 0, people: 1, channels: ['push', 'ntfy'], webhooks: false }

/** What every text is made of; the types miss none. */
const samples: { [Name in keyof typeof entryTexts]: Parameters<(typeof entryTexts)[Name]>[] } = {
  fallDetected: [['HIGH']],
  fallReported: [['CONFIRMED']],
  fallAfterEnd: [['POTENTIAL']],
  buttonPressed: [[]],
  helpAsked: [[]],
  fine: [[]],
  fineInTime: [[]],
  opened: [[]],
  unanswered: [[]],
  notResolved: [[]],
  handlerGone: [[]],
  released: [[]],
  onIt: [[]],
  cannotGo: [[]],
  told: [
    [step],
    [{ ...step, people: 3, webhooks: true }],
    [{ ...step, people: 0, webhooks: true }],
    [{ ...step, people: 0 }],
  ],
  battery: [[19]],
  charged: [[]],
  heartRate: [
    [142, at],
    ['142 to 149', at],
  ],
  heartRateBack: [[]],
  oxygen: [
    [85, at],
    ['85 to 87', at],
  ],
  oxygenBack: [[]],
  silentSince: [[new Date(at)]],
  silentFor: [[30]],
  unstable: [[5]],
  stable: [[]],
  deviceBack: [[]],
  devicesBack: [[]],
  devicesSilent: [[1], [4]],
  serviceDown: [[at, at]],
  alarmOff: [[]],
  deviceDisabled: [[]],
  deviceRemoved: [[]],
}

const texts = Object.entries(samples).flatMap(([name, given]) =>
  given.map((values) => (entryTexts[name as 'battery'] as (...all: unknown[]) => string)(...values)),
)

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
    const say = (
      type: (typeof entryTypes)[number],
      text: string,
      actor: { id: string; name: string } | null = null,
    ) => entryWords({ at, type, actor, text, station: null }, i18n.t, createFormats(language))

    test('says all that the service says', () => {
      for (const text of texts) {
        const words = say('added', text)
        assert.equal(words.isEnglish, false, text)
        assert.doesNotMatch(words.text ?? '', /\{\{|incident\.|undefined|\d{4}-\d\d-\d\dT/, text)
        if (language !== 'en' && words.text) assert.notEqual(words.text, text)
      }
    })

    test('has a title for every type, and a word for every outcome', () => {
      for (const type of entryTypes) assert.doesNotMatch(say(type, 'Opened').title, /incident\./)
      for (const outcome of outcomes) assert.notEqual(say('resolved', outcome).text, outcome)
    })

    test('keeps what a person wrote', () => {
      const ana = { id: '1', name: 'Ana Gil' }
      assert.equal(say('note', 'The device sends again', ana).text, 'The device sends again')
      assert.equal(say('acknowledged', 'Coming by car', ana).text, 'Coming by car')
    })
  })
