import assert from 'node:assert/strict'
import type { LookupAddress, LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { describe, test } from 'node:test'
import { createNameLookup, type NameResolver } from './name-lookup.ts'

type Answer = string[] | 'hangs' | 'ENOTFOUND' | 'ESERVFAIL'

let cancelled = 0
/** Ends what hangs. */
const endings: (() => void)[] = []

/** Answers for one family at once, or never. */
function resolverOf(v4: (name: string) => Answer, v6: (name: string) => Answer = () => 'ENOTFOUND') {
  const answer =
    (of: (name: string) => Answer) =>
    (name: string, callback: (error: NodeJS.ErrnoException | null, addresses: string[]) => void) => {
      const found = of(name)
      if (found === 'hangs') return void endings.push(() => callback(new Error('It has ended'), []))
      if (Array.isArray(found)) callback(null, found)
      else callback(Object.assign(new Error(found), { code: found }), [])
    }
  const resolver = { resolve4: answer(v4), resolve6: answer(v6), cancel: () => cancelled++ }
  return () => resolver as unknown as NameResolver
}

const never: LookupFunction = () => assert.fail('The system must not be asked')

const ask = (lookup: LookupFunction, name: string, options: LookupOptions = { all: true }) =>
  new Promise<LookupAddress[] | string>((resolve) =>
    lookup(name, options, (error, found) => resolve(error ? error.message : found)),
  )

describe('a name lookup', () => {
  test('resolves a name while many others hang', async () => {
    const createResolver = resolverOf((name) => (name.startsWith('hole') ? 'hangs' : ['1.1.1.1']))
    const lookup = createNameLookup({ createResolver, fallback: never, deadlineMs: 60_000 })
    let ended = 0
    for (let i = 0; i < 500; i++) lookup(`hole-${i}.example.org`, { all: true, family: 4 }, () => ended++)
    assert.deepEqual(await ask(lookup, 'push.example.org'), [{ address: '1.1.1.1', family: 4 }])
    assert.equal(ended, 0)
    for (const end of endings.splice(0)) end()
  })

  test('gives up a name at its deadline', async () => {
    cancelled = 0
    const hanging = resolverOf(
      () => 'hangs',
      () => 'hangs',
    )
    const lookup = createNameLookup({ createResolver: hanging, fallback: never, deadlineMs: 20 })
    assert.equal(await ask(lookup, 'hole.example.org'), 'hole.example.org was not resolved within 20 ms')
    assert.equal(cancelled, 1)
  })

  test('returns the addresses of both families, or one, or of the family asked for', async () => {
    const createResolver = resolverOf(
      () => ['1.1.1.1'],
      () => ['2606:4700:4700::1111'],
    )
    const lookup = createNameLookup({ createResolver, fallback: never })
    assert.deepEqual(await ask(lookup, 'a.example'), [
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ])
    assert.equal(await ask(lookup, 'a.example', {}), '1.1.1.1')
    assert.equal(await ask(lookup, 'a.example', { family: 6 }), '2606:4700:4700::1111')
  })

  test('does not wait for the deadline if one family hangs', async () => {
    const createResolver = resolverOf(
      () => ['1.1.1.1'],
      () => 'hangs',
    )
    const lookup = createNameLookup({ createResolver, fallback: never, deadlineMs: 3_600_000 })
    assert.equal(await ask(lookup, 'a.example', {}), '1.1.1.1')
  })

  test('asks the system for names that no server knows, and for those without a dot', async () => {
    const createResolver = resolverOf(() => 'ENOTFOUND')
    const fallback: LookupFunction = (name, _options, callback) => callback(null, `10.0.0.${name.length}`, 4)
    const lookup = createNameLookup({ createResolver, fallback })
    assert.equal(await ask(lookup, 'nas.home', {}), '10.0.0.8')
    assert.equal(await ask(lookup, 'nas', {}), '10.0.0.3')
  })

  test('passes on that a server failed', async () => {
    const lookup = createNameLookup({ createResolver: resolverOf(() => 'ESERVFAIL'), fallback: never })
    assert.equal(await ask(lookup, 'a.example'), 'ESERVFAIL')
  })
})
