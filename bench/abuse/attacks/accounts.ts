import { manyAddresses, signInEmail } from '../addresses.ts'
import type { Attack } from '../attack.ts'
import { onceOnly, requestOf } from '../requests.ts'

const password = 'Guessed-1!'

/** What makes the service hash passwords, look credentials up, and delete. */
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
  {
    name: 'a token that was signed out, many addresses',
    who: 'account',
    async play({ patient: { token } }, flood) {
      await flood.ask(requestOf('POST', '/api/auth/logout', { token }))
      const request = requestOf('GET', '/api/profile/me', { token, headers: onceOnly })
      await flood.repeat({ connections: 500, addressOf: manyAddresses, next: () => request })
    },
  },
  {
    name: 'deletion of an account with 50,000 falls',
    who: 'account',
    async play({ fullPatient: { token } }, flood) {
      await flood.ask(requestOf('DELETE', '/api/profile/me', { token, body: { confirmation: true } }))
    },
  },
]
