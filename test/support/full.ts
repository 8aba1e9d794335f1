import { test } from 'node:test'

/**
 * True in `npm run test:full`, which repeats what `npm test` shows once: more cases, languages, kills. What a
 * file does then is listed in test/README.md.
 */
export const isFull = process.env.TEST_FULL === '1'

/** The limit of a test that takes many minutes in `npm run test:full`; the usual one is that of `runner/node-test.ts`. */
export const longLimit: { timeout?: number } = isFull ? { timeout: 3_000_000 } : {}

/** How many times something is repeated: in `npm test`, and in `npm run test:full`. */
export const often = (usual: number, full: number): number => (isFull ? full : usual)

/**
 * A test of `npm run test:full` alone: it repeats what others show, with other people, in another order or at another
 * place, or goes through screens whose rules are tested through HTTP.
 */
export const fullTest = (isFull ? test : () => {}) as typeof test
