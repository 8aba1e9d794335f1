/** Tells secrets of webhooks from guesses, without a statement for each guess. */
export interface KnownSecrets {
  /** Whether a hash is that of a secret; one that was made within the last second may be missed. */
  has(hash: Buffer): Promise<boolean>
}

/** How often guesses make the secrets be read again. */
const readEveryMs = 1000

/**
 * It decides only which limit a request counts towards: a secret that was deleted is known here until somebody guesses, and
 * refused nevertheless.
 */
export function createKnownSecrets(
  read: () => Promise<Buffer[]>,
  now = () => performance.now(),
): KnownSecrets {
  let known = new Set<string>()
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function load(): Promise<void> {
    readAtMs = now()
    known = new Set((await read()).map((hash) => hash.toString('base64url')))
  }

  return {
    async has(hash) {
      const key = hash.toString('base64url')
      if (known.has(key)) return true
      if (now() - readAtMs >= readEveryMs) {
        reading = load().finally(() => {
          reading = undefined
        })
      }
      await reading
      return known.has(key)
    },
  }
}
