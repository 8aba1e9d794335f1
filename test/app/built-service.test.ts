import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeFolder, type ServiceProcess, startProcess } from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { rehearse } from '../../src/app/rehearsal.ts'
import { exampleDay } from '../../src/platform/http/examples.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let service: ServiceProcess

before(async () => {
  database = await createTestDatabase()
  service = await startProcess({ DATABASE_URL: database.url, DATA_DIR: makeFolder() })
})
after(async () => {
  await service.end()
  await database.drop()
})

const get = (path: string) => fetch(new URL(path, service.url))

test('the compiled code is kept beside the program', async () => {
  const folder = join(import.meta.dirname, '../../dist')
  const isCode = (name: string) =>
    name.startsWith(`service.cjs.${process.version}-${process.arch}-`) && name.endsWith('.code')
  await until(() => readdirSync(folder).some(isCode), 10_000)
})

test('the build has generated the description of the API, whose examples have the day of today', async () => {
  const built = JSON.parse(readFileSync(join(import.meta.dirname, '../../dist/openapi.json'), 'utf8'))
  assert.deepEqual(built, JSON.parse(await rehearse()))
  const served = await (await get('/api/openapi.json')).text()
  assert.ok(JSON.stringify(built).includes(exampleDay) && !served.includes(exampleDay))
  assert.deepEqual(Object.keys(JSON.parse(served).paths), Object.keys(built.paths))
})

test('the explorer in the bundle finds the files of its package', async () => {
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'logo.svg', 'favicon-32x32.png']) {
    const response = await get(`/docs/static/${file}`)
    assert.equal(response.status, 200, file)
    assert.ok((await response.arrayBuffer()).byteLength > 500, file)
  }
  // The logo of the page is part of the script.
  assert.match(
    await (await get('/docs/static/swagger-initializer.js')).text(),
    /data:image\/svg\+xml;base64,[\w+/]{500}/,
  )
})

test('its paths do not lead out of the folder', async () => {
  for (const path of ['/docs/static/%2e%2e/package.json', '/docs/static/..%2fpackage.json']) {
    assert.equal((await get(path)).status, 404, path)
  }
})
