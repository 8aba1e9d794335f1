import { randomBytes } from 'node:crypto'
import { helpTokenPrefix } from '../../../src/platform/token-prefixes.ts'
import { createBotnet, signInEmail } from '../addresses.ts'
import type { Attack } from '../attack.ts'
import type { Flood } from '../flood.ts'
import { closeConnection, requestOf } from '../requests.ts'

const password = 'Guessed-1!'

const fromManyAddresses = (flood: Flood, next: () => Buffer) =>
  flood.repeat({ connections: 500, addressOf: createBotnet(), next })

/** Attacks that make the service hash passwords, look up credentials and delete records. */
export const accountAttacks: Attack[] = [
  {
    name: 'sign-ins, many addresses',
    attacker: 'nobody',
    async run(_target, flood) {
      const body = { email: signInEmail, password }
      const request = requestOf('POST', '/api/auth/login', { headers: closeConnection, body })
      await fromManyAddresses(flood, () => request)
    },
  },
  {
    name: 'sign-ins by invented names, one address',
    attacker: 'nobody',
    async run(_target, flood) {
      let n = 0
      await flood.repeat({
        connections: 200,
        next: () => requestOf('POST', '/api/auth/login', { body: { email: `nurse.${n++}`, password } }),
      })
    },
  },
  {
    name: 'invented help credentials, many addresses',
    attacker: 'nobody',
    async run(_target, flood) {
      const headers = () => [
        ...closeConnection,
        'X-Requested-With: fallwatch',
        `Cookie: help=${helpTokenPrefix}${randomBytes(32).toString('base64url')}`,
      ]
      await fromManyAddresses(flood, () => requestOf('GET', '/api/help-page', { headers: headers() }))
    },
  },
  {
    name: 'invented links of messages, many addresses',
    attacker: 'nobody',
    async run(_target, flood) {
      const token = () => `${randomBytes(24).toString('base64url')}.${randomBytes(32).toString('base64url')}`
      await fromManyAddresses(flood, () =>
        requestOf('POST', '/api/incidents/acknowledge/preview', {
          headers: closeConnection,
          body: { token: token() },
        }),
      )
    },
  },
  {
    name: 'help pages of one session',
    attacker: 'account',
    async run({ patient: { token } }, flood) {
      const requests = ['POST', 'GET'].map((method) => requestOf(method, '/api/help-page', { token }))
      let n = 0
      await flood.repeat({ connections: 100, next: () => requests[n++ % requests.length] })
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
      await fromManyAddresses(flood, () => request)
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
