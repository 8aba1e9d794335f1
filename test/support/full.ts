/**
 * isFull is true in `npm run test:full`, which repeats what `npm test` shows once: more cases, languages, kills. What a
 * file does then is listed in test/README.md.
 */
export const isFull = process.env.TEST_FULL === '1'

/** inFull is for tests that belong to `npm run test:full` alone: `if (isFull) test(…)` without a skipped test. */
export const often = (once: number, inFull: number): number => (isFull ? inFull : once)
