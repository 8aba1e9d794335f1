import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeFolder, startProcess } from '../../harness/service-process.ts'
import { createTestDatabase } from '../support/database.ts'

test('requests that repeat are counted in the log, and others are all in it', async (t) => {
  const database = await createTestDatabase()
  t.after(database.drop)
  const settings = { DATABASE_URL: database.url, DATA_DIR: makeFolder(), LOG_LEVEL: 'info' }
  const service = await startProcess(settings)
  const get = async (path: string) => (await fetch(`${service.url}${path}`)).arrayBuffer()
  for (let i = 0; i < 50; i++) await get(`/made-up-${i}`)
  for (const path of ['/me', '/patients', '/openapi.json']) await get(path)
  assert.equal(await service.end(), 0)

  const entries = service
    .log()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const requests = entries.filter(({ msg }) => msg === 'request')
  const isMadeUp = ({ path }: { path: string }) => path.includes('made-up')
  const counts = entries.filter(({ msg }) => msg === 'a line was repeated')
  assert.deepEqual(
    [...new Set(counts.map(({ level, line, like }) => [level, line, like].join()))],
    ['30,request,GET unknown 404 of 127.0.0.1'],
  )
  const repeated = counts.reduce((sum, count) => sum + count.repeated, 0)
  assert.equal(requests.filter(isMadeUp).length + repeated, 50)
  assert.deepEqual(
    requests.filter((request) => !isMadeUp(request)).map(({ path, status }) => [path, status]),
    [
      ['/api/me', 401],
      ['/api/patients', 401],
      ['/api/openapi.json', 200],
    ],
  )
})
