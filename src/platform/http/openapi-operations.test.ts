import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { requireOperationIds } from './openapi-operations.ts'

/** Registers one route for each operationId and starts the application. */
async function start(...ids: (string | undefined)[]): Promise<void> {
  const app = Fastify()
  requireOperationIds(app)
  for (const [i, operationId] of ids.entries()) {
    app.get(`/${i}`, { schema: operationId === undefined ? {} : { operationId } }, () => 'done')
  }
  app.get('/hidden', { schema: { hide: true } }, () => 'done')
  await app.ready()
}

test('routes with an operationId each are accepted, and so are hidden ones without', async () => {
  await start('listFalls', 'getFall')
})

test('a route without an operationId makes startup fail', async () => {
  await assert.rejects(start('listFalls', undefined), /No operationId declared for GET \/1/)
})

test('two routes with the same operationId make startup fail', async () => {
  await assert.rejects(start('listFalls', 'listFalls'), /listFalls is declared for GET \/0, GET \/1/)
})

for (const id of ['ListFalls', 'list_falls', 'list-falls', 'falls', 'listALL']) {
  test(`an operationId that is no verb and noun in camelCase makes startup fail: ${id}`, async () => {
    await assert.rejects(start(id), /Invalid operationId/)
  })
}
