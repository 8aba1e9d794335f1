import type { Attack } from '../attack.ts'
import { manyAddresses, signInEmail } from '../parties.ts'
import { onceOnly, requestOf } from '../requests.ts'

const password = 'Guessed-1!'

/** What makes the service hash passwords. */
export const accountAttacks: Attack[] = [
  {
    name: 'sign-ins, many addresses',
    who: 'nobody',
    async play(_target, flood) {
      await flood.repeat({
        connections: 500,
        addressOf: manyAddresses,
        next: () =>
          requestOf('POST', '/api/auth/login', { headers: onceOnly, body: { email: signInEmail, password } }),
      })
    },
  },
  {
    name: 'password changes of one session',
    who: 'account',
    async play({ patient }, flood) {
      const body = { currentPassword: password, newPassword: 'Another-1!', confirmPassword: 'Another-1!' }
      const request = requestOf('POST', '/api/profile/password', { token: patient.token, body })
      await flood.repeat({ connections: 100, next: () => request })
    },
  },
]
