import { randomBytes, randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { passwordSchema } from '../http/schemas.ts'
import { unavailable } from '../lib/errors.ts'
import { createGate } from '../lib/gate.ts'

/** argon2id, the library's own choice, with the parameters that OWASP recommends for 19 MiB of memory. */
export const agreedCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes the same time whether there is a hash to compare with or not. */
  verify(storedHash: string | null | undefined, password: string): Promise<boolean>
}

/** They leave a core to everybody else. */
const concurrency = Math.max(1, Math.min(2, availableParallelism() - 1))

/** Those who would wait for more than a second or so are sent away. */
export function createPasswords(cost = agreedCost): Passwords {
  const gate = createGate({
    running: concurrency,
    waiting: 32,
    refuse: () => unavailable('Too many sign-ins at once'),
  })
  const nobodysHash = hash(randomBytes(16).toString('base64'), cost)

  return {
    hash: (password) => gate.run(() => hash(password, cost)),
    verify: (storedHash, password) =>
      gate.run(async () => {
        const matches = await verify(storedHash ?? (await nobodysHash), password)
        return matches && Boolean(storedHash)
      }),
  }
}

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!@#%*'

/** randomPassword is long enough to be safe and has no letters that look alike; it meets the rules. */
export function randomPassword(): string {
  for (;;) {
    const password = Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('')
    if (passwordSchema.safeParse(password).success) return password
  }
}
