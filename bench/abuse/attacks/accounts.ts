import { createBotnet, signInEmail } from '../addresses.ts'
import type { Attack } from '../attack.ts'
import { closeConnection, requestOf } from '../requests.ts'

const password = 'Guessed-1!'

/** Attacks that make the service hash passwords, look up credentials and delete records. */
export const accountAttacks: Attack[] = [
  {
    name: 'sign-ins, many addresses',
    attacker: 'nobody',
    async run(_target, flood) {
      await flood.repeat({
        connections: 500,
        addressOf: createBotnet(),
        next: () =>
          requestOf('POST', '/api/auth/login', {
            headers: closeConnection,
            body: { email: signInEmail, password },
          }),
      })
    },
  },
  {
    name: 'password changes of one session',
    attacker: 'account',
    async run({ patient }, flood) {
      const body = { currentPassword: password, newPassword: 'Another-1!', confirmPassword: 'Another-1!' }
      const request = requestOf('POST', '/api/profile/password', { token: patient.token, body })
      await flood.repeat({ connections: 100, next: () => request })
    },
  },
  {
    name: 'a token that was signed out, many addresses',
    attacker: 'account',
    async run({ patient: { token } }, flood) {
      await flood.request(requestOf('POST', '/api/auth/logout', { token }))
      const request = requestOf('GET', '/api/profile/me', { token, headers: closeConnection })
      await flood.repeat({ connections: 500, addressOf: createBotnet(), next: () => request })
    },
  },
  {
    name: 'deletion of an account with 50,000 falls',
    attacker: 'account',
    async run({ fullPatient: { token } }, flood) {
      await flood.request(requestOf('DELETE', '/api/profile/me', { token, body: { confirmation: true } }))
    },
  },
]
