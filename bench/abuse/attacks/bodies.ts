import type { Attack } from '../attack.ts'
import { requestOf } from '../requests.ts'

/** Returns invalid values under a long name: an error message that names each of them is very long. */
const nulValues = (nameLength: number, count: number) =>
  `{"${'A'.repeat(nameLength)}":[${Array(count).fill('"\\u0000"').join(',')}]}`

const streamPath = '/api/device/sensor-stream'
const emptyMotion = ['', '', '', '', '', '']

/** Attacks with requests whose content is expensive for the service. */
export const bodyAttacks: Attack[] = [
  {
    name: 'NUL values under a long name',
    attacker: 'nobody',
    async run(_target, flood) {
      const body = nulValues(30_000, 3500)
      const paths = ['/api/nothing-here', '/api/auth/accept-invitation', streamPath]
      const requests = paths.map((path) => requestOf('POST', path, { body }))
      await Promise.all([
        // One response is read, for its size.
        flood.request(requests[0] as Buffer),
        flood.sendUnread({
          connections: 40,
          request: (i) => requests[i % requests.length] as Buffer,
        }),
      ])
    },
  },
  {
    name: 'NUL values in a batch of 1 MiB',
    attacker: 'account',
    async run({ patient }, flood) {
      const body = nulValues(500_000, 58_000)
      const request = requestOf('POST', `${streamPath}/batch`, { token: patient.token, body })
      await flood.repeat({ connections: 4, next: () => request })
    },
  },
  {
    name: 'batch with 153,600 wrong values',
    attacker: 'account',
    async run({ patient }, flood) {
      const reading = { samples: Array(256).fill(emptyMotion) }
      const body = { device_id: '02:00:00:00:00:01', readings: Array(100).fill(reading) }
      const request = requestOf('POST', `${streamPath}/batch`, { token: patient.key, body })
      await flood.repeat({ connections: 8, next: () => request })
    },
  },
  {
    name: 'readings with 1,536 wrong values',
    attacker: 'account',
    async run({ patient }, flood) {
      const body = { device_id: '02:00:00:00:00:01', samples: Array(256).fill(emptyMotion) }
      const request = requestOf('POST', streamPath, { token: patient.key, body })
      await flood.repeat({ connections: 400, next: () => request })
    },
  },
  {
    name: 'long answers that nobody reads, three addresses',
    attacker: 'account',
    async run({ patient }, flood) {
      // From one address, the limit on refused readings makes responses short after the first hundred.
      const request = requestOf('POST', streamPath, { token: patient.key, body: nulValues(8000, 1000) })
      const addressOf = (i: number) => `127.66.0.${1 + (i % 3)}`
      await flood.sendUnread({ connections: 280, request: () => request, repetitions: 1, addressOf })
    },
  },
  {
    name: 'bodies in chunks of one byte',
    attacker: 'nobody',
    async run(_target, flood) {
      const head = requestOf('POST', '/api/nothing-here', {
        headers: ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
      })
      const chunks = Buffer.from(`${'1\r\n \r\n'.repeat(60_000)}0\r\n\r\n`)
      const request = Buffer.concat([head, chunks])
      await flood.repeat({ connections: 64, next: () => request })
    },
  },
  {
    name: 'headers of 15 KB',
    attacker: 'nobody',
    async run(_target, flood) {
      const headers = Array.from({ length: 900 }, (_, i) => `a${i}: ${'b'.repeat(8)}`)
      const request = requestOf('GET', `/api/${'c'.repeat(800)}?${'d=1&'.repeat(100)}`, { headers })
      await flood.repeat({ connections: 400, next: () => request })
    },
  },
]
