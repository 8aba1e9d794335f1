import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../../harness/until.ts'
import { createZipStream } from './zip-stream.ts'

/** Content without an end, and what became of it. */
function endless() {
  const seen = { chunks: 0, ended: false }
  async function* content(): AsyncGenerator<string> {
    try {
      for (;;) {
        seen.chunks++
        // Random, so that it does not become small.
        yield Array.from({ length: 1000 }, () => Math.random()).join()
        await sleep(0)
      }
    } finally {
      seen.ended = true
    }
  }
  return { seen, content }
}

test('an entry is not read before somebody reads the archive, beyond what is buffered', async () => {
  const { seen, content } = endless()
  const archive = createZipStream([{ name: 'a.txt', content }], new Date(0))
  // Chunks are compressed one after the other; a busy machine takes its time, and without a limit they go on for ever.
  let buffered = -1
  while (seen.chunks !== buffered && seen.chunks < 1000) {
    buffered = seen.chunks
    await sleep(500)
  }
  assert.ok(buffered < 100, `${buffered} chunks`)
  archive.destroy()
})

test('destroying the archive ends the entry that is being read', async () => {
  const { seen, content } = endless()
  const archive = createZipStream([{ name: 'a.txt', content }], new Date(0))
  for await (const _ of archive) if (seen.chunks > 3) break
  assert.equal(archive.destroyed, true)
  await until(() => seen.ended, 20_000)
})

test('an entry that fails destroys the archive with its error, and no other entry is begun', async () => {
  const second = endless()
  async function* content(): AsyncGenerator<string> {
    yield 'a'
    throw new Error('No more')
  }
  const entries = [
    { name: 'a.txt', content },
    { name: 'b.txt', content: second.content },
  ]
  const archive = createZipStream(entries, new Date(0))
  archive.resume()
  const [error] = await once(archive, 'error')
  assert.equal(error.message, 'No more')
  assert.equal(second.seen.chunks, 0)
})
