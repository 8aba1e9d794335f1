// Alone: it measures how soon the second service gives up.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, exitOf, healthOf, launch, post, removeFolder, startProcess } from './support/process.ts'
import { makeStore } from './support/store.ts'

test('a second service on the same folder is refused within two seconds, and the first one is unharmed', async () => {
  const dataDir = await makeStore()
  const first = await startProcess({ DATA_DIR: dataDir })
  await post(`${first.url}/auth/signup`, account(1))
  const startedAt = Date.now()
  const again = launch({ DATA_DIR: dataDir })
  assert.equal(await exitOf(again), 1)
  const words = again.text()
  assert.ok(Date.now() - startedAt < 2000)
  assert.match(words, new RegExp(`process ${first.pid}\\) already runs on this data folder`))
  assert.equal(words.trim().split('\n').length, 1)
  assert.equal(await healthOf(first.url), 200)
  assert.equal((await post(`${first.url}/auth/login`, account(1))).status, 200)
  await first.end()
  removeFolder(dataDir)
})
