import assert from 'node:assert/strict'
import type { LookupAddress, LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { describe, test } from 'node:test'
import { guardLookup } from './guarded-lookup.ts'

const publicAddress = { address: '1.1.1.1', family: 4 }
const publicAddress6 = { address: '2606:4700:4700::1111', family: 6 }
const privateAddress = { address: '10.0.0.1', family: 4 }
const loopback6 = { address: '::1', family: 6 }

const resolveTo =
  (addresses: LookupAddress[]): LookupFunction =>
  (_hostname, options, callback) => {
    assert.equal(options.all, true)
    callback(null, addresses)
  }

/** Returns what the callback was called with. */
const ask = (lookup: LookupFunction, options: LookupOptions) =>
  new Promise<unknown[]>((resolve) =>
    guardLookup(lookup)('name.example.org', options, (...args) => resolve(args)),
  )

describe('a guarded lookup', () => {
  test('returns all public addresses', async () => {
    const found = await ask(resolveTo([publicAddress6, publicAddress]), { all: true })
    assert.deepEqual(found, [null, [publicAddress6, publicAddress]])
  })

  test('returns one if asked for one', async () => {
    assert.deepEqual(await ask(resolveTo([publicAddress, publicAddress6]), {}), [null, '1.1.1.1', 4])
  })

  test('leaves out addresses that are not public', async () => {
    const lookup = resolveTo([privateAddress, publicAddress, loopback6])
    assert.deepEqual(await ask(lookup, { all: true }), [null, [publicAddress]])
    assert.deepEqual(await ask(lookup, {}), [null, '1.1.1.1', 4])
  })

  for (const options of [{ all: true }, { all: false }, {}]) {
    test(`fails if no address is public, asked with ${JSON.stringify(options)}`, async () => {
      for (const addresses of [[privateAddress], [privateAddress, loopback6], []]) {
        const [error] = await ask(resolveTo(addresses), options)
        assert.ok(error instanceof Error)
        assert.equal(error.message, 'name.example.org was not found, or has no public address')
      }
    })
  }

  test('judges a lookup that returns one address whatever it is asked for', async () => {
    const one = (address: string): LookupFunction => {
      return (_hostname, _options, callback) => callback(null, address, 4)
    }
    assert.deepEqual(await ask(one('1.1.1.1'), {}), [null, '1.1.1.1', 4])
    const [error] = await ask(one('127.0.0.1'), {})
    assert.ok(error instanceof Error)
  })

  test('does not tell a name that is not found from one that is known only inside', async () => {
    const texts = new Set<string>()
    const failing =
      (code: string): LookupFunction =>
      (_hostname, _options, callback) =>
        callback(Object.assign(new Error(`getaddrinfo ${code} name.example.org`), { code }), '')
    const lookups = [resolveTo([privateAddress]), ...['ENOTFOUND', 'EAI_AGAIN', 'ENODATA'].map(failing)]
    for (const lookup of lookups) {
      const [error] = await ask(lookup, { all: true })
      texts.add(String(error))
    }
    assert.equal(texts.size, 1)
  })

  test('passes on an error that is not about the name', async () => {
    const problem = new Error('Too many names are being resolved')
    const [error] = await ask((_hostname, _options, callback) => callback(problem, ''), { all: true })
    assert.equal(error, problem)
  })
})
