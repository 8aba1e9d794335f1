import { randomUUID } from 'node:crypto'
import type { Attack } from '../attack.ts'
import { requestOf } from '../requests.ts'

const reading = requestOf('POST', '/api/device/sensor-stream', { body: {} })

/** Attacks with many connections, or with many requests on them. */
export const connectionAttacks: Attack[] = [
  {
    name: 'readings behind answers that nobody reads',
    attacker: 'nobody',
    async run(_target, flood) {
      const file = requestOf('GET', '/docs/static/swagger-ui-bundle.js')
      const request = Buffer.concat([file, reading])
      await flood.sendUnread({ connections: 280, request: () => request, repetitions: 1 })
    },
  },
  {
    name: 'readings whose answers nobody reads',
    attacker: 'nobody',
    async run(_target, flood) {
      const requests = Buffer.concat(Array(100).fill(reading))
      await flood.sendUnread({ connections: 280, request: () => requests, repetitions: 200 })
    },
  },
  {
    name: 'slow headers, 2,000 connections',
    attacker: 'nobody',
    async run(_target, flood) {
      const opening = Buffer.from('POST /api/device/sensor-stream HTTP/1.1\r\nHost: localhost\r\n')
      await flood.drip({ connections: 2000, opening, piece: Buffer.from('X-A: b\r\n') })
    },
  },
  {
    name: 'slow bodies, 2,000 connections',
    attacker: 'nobody',
    async run(_target, flood) {
      const headers = ['Content-Type: application/json', 'Content-Length: 60000']
      const paths = ['/api/nothing-here', '/api/device/sensor-stream', '/api/auth/accept-invitation']
      await Promise.all(
        paths.map((path) =>
          flood.drip({
            connections: 667,
            opening: requestOf('POST', path, { headers }),
            piece: Buffer.from(' '),
          }),
        ),
      )
    },
  },
  {
    name: 'slow bodies of six accounts',
    attacker: 'account',
    async run({ patient, fullPatient, caregiver, home }, flood) {
      const accounts = [patient, fullPatient, caregiver, home.caregiver, ...home.patients]
      const headers = ['Content-Type: application/json', 'Content-Length: 60000']
      const paths = [`/api/incidents/${randomUUID()}/acknowledge`, '/api/profile/me']
      await Promise.all(
        accounts.flatMap(({ token }) =>
          paths.map((path) =>
            flood.drip({
              connections: 10,
              opening: requestOf(path === '/api/profile/me' ? 'PUT' : 'POST', path, { token, headers }),
              piece: Buffer.from(' '),
            }),
          ),
        ),
      )
    },
  },
  {
    name: 'silent connections, 5,000',
    attacker: 'nobody',
    async run(_target, flood) {
      await flood.drip({ connections: 5000, opening: Buffer.alloc(0) })
    },
  },
  {
    name: 'unknown paths, 10,000 pipelined',
    attacker: 'nobody',
    async run(_target, flood) {
      const pipelined = 10_000
      const requests = Buffer.concat(Array(pipelined).fill(requestOf('GET', '/x')))
      await flood.repeat({ connections: 20, next: () => requests, pipelined })
    },
  },
  {
    name: 'health over 3,000 connections',
    attacker: 'nobody',
    async run(_target, flood) {
      const request = requestOf('GET', '/api/health')
      await flood.repeat({ connections: 3000, next: () => request })
    },
  },
  {
    name: 'the API description as YAML',
    attacker: 'nobody',
    async run(_target, flood) {
      const request = requestOf('GET', '/docs/yaml')
      await flood.repeat({ connections: 100, next: () => request })
    },
  },
  {
    name: 'unusual requests',
    attacker: 'nobody',
    async run(_target, flood) {
      const upgrade = [
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Key: MTIzNDU2Nzg5MDEyMzQ1Ng==',
      ]
      const requests = [
        requestOf('GET', '/api/health', { headers: upgrade }),
        requestOf('POST', '/api/device/sensor-stream', { headers: ['Expect: 100-continue'], body: {} }),
        requestOf('OPTIONS', '/api/falls', {
          headers: ['Origin: https://example.org', 'Access-Control-Request-Method: POST'],
        }),
        requestOf('GET', '/docs/static/swagger-ui-bundle.js', { headers: ['Range: bytes=0-1,3-4,6-7'] }),
        requestOf('GET', '/docs/static/%2e%2e/%2e%2e/package.json'),
        requestOf('DELETE', '/api/profile/me', { body: { confirmation: true } }),
      ]
      await flood.repeat({ connections: 300, next: (i) => requests[i % requests.length] })
    },
  },
]
