import { rounded } from '../../figures.ts'
import { createBotnet } from '../addresses.ts'
import type { Attack } from '../attack.ts'
import { closeConnection, requestOf } from '../requests.ts'

/** As many as an account can have. */
const streamsPerAccount = 10
/** The last page of a timeline of 200,000 entries. */
const lastPage = 4000

/** Thirteen seconds with an impact in every second one, as much as an event may carry. */
const window = {
  sample_rate_hz: 100,
  samples: Array.from({ length: 1300 }, (_, i) => {
    if (i % 200 < 160) return [9.8, rounded(Math.sin(i)), 0.1, 0, 0, 0]
    return i % 200 < 190 ? [0.1, 0.1, 1, 200, 100, 0] : [70, 30, 60, 400, 0, 0]
  }),
}

/** Attacks on live updates and on what they show. */
export const liveAttacks: Attack[] = [
  ...(
    [
      ['motion', {}],
      ['sos', {}],
      ['impact', window],
    ] as const
  ).map(
    ([event, fields]): Attack => ({
      name: `device events of one key: ${event}`,
      attacker: 'account',
      async run({ device: { mac, key } }, flood) {
        let n = 0
        const body = () => ({ device_id: mac, event, event_id: `flood-${n++}`, ...fields })
        await flood.repeat({
          connections: 200,
          next: () => requestOf('POST', '/api/device/events', { token: key, body: body() }),
        })
      },
    }),
  ),
  {
    name: 'a timeline of 200,000 entries, many addresses',
    attacker: 'account',
    async run({ longTimeline: { patient, caregiver, incidentId } }, flood) {
      const headers = closeConnection
      const path = `/api/incidents/${incidentId}`
      const get = (url: string) => requestOf('GET', url, { token: caregiver.token, headers })
      const post = (url: string, token: string, body: object) =>
        requestOf('POST', url, { token, headers, body })
      const requests = [
        post(`${path}/notes`, patient.token, { text: 'x'.repeat(500) }),
        get('/api/incidents'),
        post(`${path}/acknowledge`, caregiver.token, {}),
        get(path),
        post(`${path}/release`, caregiver.token, {}),
        get(`${path}/timeline?page=${lastPage}`),
        post(`${path}/help`, patient.token, {}),
        get(`${path}/timeline?limit=100&order=asc`),
        post(`${path}/notes`, caregiver.token, { text: 'y'.repeat(500) }),
      ]
      let sent = 0
      const follow = ({ token }: { token: string }) =>
        flood.drip({ connections: streamsPerAccount, opening: requestOf('GET', '/api/events', { token }) })
      await Promise.all([
        follow(patient),
        follow(caregiver),
        flood.repeat({
          connections: 50,
          addressOf: createBotnet(),
          next: () => requests[sent++ % requests.length],
        }),
      ])
    },
  },
]
