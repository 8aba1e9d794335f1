import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestName } from './nearest-name.ts'

const known = ['PORT', 'HOST', 'DATA_DIR', 'SMTP_URL', 'MQTT_URL', 'MQTT_PORT', 'DATABASE_URL', 'ADMIN_EMAIL']

const cases: [string, string | undefined][] = [
  ['SMPT_URL', 'SMTP_URL'],
  ['SMTP_ULR', 'SMTP_URL'],
  ['SMTPURL', 'SMTP_URL'],
  ['smtp_url', 'SMTP_URL'],
  ['MQT_URL', 'MQTT_URL'],
  ['PROT', 'PORT'],
  ['PORTS', 'PORT'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['ADMIN_MAIL', 'ADMIN_EMAIL'],
  ['DATADIR', 'DATA_DIR'],
  ['HOME', undefined],
  ['HOSTNAME', undefined],
  ['PATH', undefined],
  ['TEST_DATABASE_URL', undefined],
  ['TZ', undefined],
  ['', undefined],
]
for (const [name, nearest] of cases) {
  test(`${name || 'no name'} is ${nearest ?? 'none of them'}`, () =>
    assert.equal(nearestName(name, known), nearest))
}
