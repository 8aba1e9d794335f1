import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCommitTurns } from './commit-turns.ts'

const maxMs = 25

/** Commits that end when the test says so, by name, and what has happened to them. */
function openCommits() {
  const turns = createCommitTurns(() => maxMs)
  const happened: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  return {
    happened,
    /** Asks for a turn. */
    begin: (name: string) =>
      turns.run(() => {
        happened.push(name)
        return new Promise<string>((resolve, reject) =>
          ends.set(name, (error) => (error ? reject(error) : resolve(name))),
        )
      }),
    end: (name: string, error?: Error) => ends.get(name)?.(error),
    settle: () => new Promise(setImmediate),
  }
}

test('commits follow one another in the order in which they were asked for', async () => {
  const { happened, begin, end, settle } = openCommits()
  const commits = ['a', 'b', 'c'].map(begin)
  assert.deepEqual(happened, ['a'])
  end('a')
  await settle()
  assert.deepEqual(happened, ['a', 'b'])
  end('b')
  await settle()
  end('c')
  assert.deepEqual(await Promise.all(commits), ['a', 'b', 'c'])
  assert.deepEqual(happened, ['a', 'b', 'c'])
})

test('one that fails ends its turn, too', async () => {
  const { happened, begin, end, settle } = openCommits()
  const failing = begin('a')
  const next = begin('b')
  end('a', new Error('no disk'))
  await assert.rejects(failing, /no disk/)
  await settle()
  assert.deepEqual(happened, ['a', 'b'])
  end('b')
  await next
})

test('one that takes long loses its turn, but not that of another when it ends', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { happened, begin, end, settle } = openCommits()
  const [slow] = ['slow', 'b', 'c'].map(begin)
  t.mock.timers.tick(maxMs - 1)
  await settle()
  assert.deepEqual(happened, ['slow'])
  t.mock.timers.tick(1)
  await settle()
  assert.deepEqual(happened, ['slow', 'b'])
  end('slow')
  assert.equal(await slow, 'slow')
  await settle()
  assert.deepEqual(happened, ['slow', 'b'])
  end('b')
  await settle()
  assert.deepEqual(happened, ['slow', 'b', 'c'])
})

test('one that is asked for while none is under way begins at once', async () => {
  const { happened, begin, end } = openCommits()
  const first = begin('a')
  end('a')
  await first
  const second = begin('b')
  assert.deepEqual(happened, ['a', 'b'])
  end('b')
  await second
})
