import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  exitOf,
  launchOnTerminal,
  makeFolder,
  needsTerminal,
  startProcess,
} from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { isConsoleBuilt } from '../../src/app/console/console-files.ts'
import { createTestDatabase } from '../support/database.ts'

const database = await createTestDatabase()
after(database.drop)
const settings = { DATABASE_URL: database.url, DATA_DIR: makeFolder() }

async function answersAll(addresses: string[]): Promise<void> {
  for (const address of addresses) assert.equal((await fetch(address)).status, 200, address)
}

test('on a pipe every line of the standard output is JSON, and every address in it answers', async () => {
  const service = await startProcess({
    ...settings,
    METRICS_PORT: '0',
    LOG_LEVEL: 'info',
    SMPT_URL: 'smtp://x',
  })
  const entries = () =>
    service
      .log()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  const { console, explorer, health, openapi, metrics } = entries().find(({ msg }) => msg === 'started')
  const warnings = entries().filter(({ level }) => level === 40)
  assert.deepEqual(
    warnings.map(({ msg }) => msg),
    ['SMPT_URL is not a setting and is ignored: did you mean SMTP_URL?'],
  )
  assert.equal(console !== undefined, isConsoleBuilt())
  await answersAll([...(console ? [console] : []), explorer, health, openapi, metrics])
  assert.equal(await service.end(), 0)
  assert.equal(entries().at(-1).msg, 'stopped')
  assert.match(service.output(), /Password +\S+/)
  assert.doesNotMatch(service.log(), /Password/, 'it went to the standard error')
})

test('on a terminal there is a banner, and a line for each request', needsTerminal, async () => {
  const child = launchOnTerminal({ ...settings, LOG_LEVEL: 'info' })
  const ended = exitOf(child)
  await until(() => /^ {2}Data /m.test(child.text()), 60_000, 'the banner')
  const addresses = [...child.text().matchAll(/^ {2}\w+ +(http\S+)/gm)].map(([, address = '']) => address)
  const names = [...child.text().matchAll(/^ {2}(\w+) +http/gm)].map(([, name]) => name)
  assert.deepEqual(names, [...(isConsoleBuilt() ? ['Console'] : []), 'Explorer', 'Health', 'OpenAPI'])
  await answersAll(addresses)
  await until(() => /INFO: GET \/docs 200 [\d.]+ ms [\da-f-]{36}\r?$/m.test(child.text()))
  child.pressCtrlC()
  assert.equal(await ended, 0)
})
