import { randomBytes, randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createConcurrencyLimiter } from '../../platform/lib/concurrency-limiter.ts'
import { unavailable } from '../../platform/lib/errors.ts'
import { passwordSchema } from '../../platform/lib/password-rules.ts'

/** The parameters that OWASP recommends for argon2id with 19 MiB of memory. */
export const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes the same time whether there is a hash to compare with or not. */
  verify(storedHash: string | null | undefined, password: string): Promise<boolean>
}

/** Hashing leaves a core to everything else. */
const concurrency = Math.max(1, Math.min(2, availableParallelism() - 1))

/** Refuses calls that would wait for more than about a second. */
export function createPasswords(cost = hashCost): Passwords {
  const limiter = createConcurrencyLimiter({
    maxConcurrent: concurrency,
    maxQueued: 32,
    refuse: () => unavailable('SIGN_INS_BUSY'),
  })
  const dummyHash = hash(randomBytes(16).toString('base64'), cost)

  return {
    hash: (password) => limiter.run(() => hash(password, cost)),
    verify: (storedHash, password) =>
      limiter.run(async () => {
        const matches = await verify(storedHash ?? (await dummyHash), password)
        return matches && Boolean(storedHash)
      }),
  }
}

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!@#%*'

/** Meets the password rules and has no letters that look alike. */
export function randomPassword(): string {
  for (;;) {
    const password = Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('')
    if (passwordSchema.safeParse(password).success) return password
  }
}
