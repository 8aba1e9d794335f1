import type { Attack } from '../attack.ts'
import { requestOf } from '../requests.ts'

const refusedReadings = 110
const repeatedFalls = 150

/** Attacks that keep a caregiver from an alert without load. */
export const caregiverAttacks: Attack[] = [
  {
    name: "refused readings from a caregiver's home",
    attacker: 'nobody',
    async run({ home }, flood) {
      // A minute of readings of two wearables with an invalid key, sent in a shorter time.
      const request = requestOf('POST', '/api/device/sensor-stream', { token: 'fwk_lost', body: {} })
      let sent = 0
      const next = () => (sent++ < refusedReadings ? request : undefined)
      await flood.repeat({ connections: 2, next, addressOf: () => home.address })
      if (sent < refusedReadings) {
        return void flood.violations.push(
          `only ${sent} of ${refusedReadings} readings were sent, too few for a result`,
        )
      }
      const alerts = requestOf('GET', '/api/caregivers/alerts', { token: home.caregiver.token })
      const list = await flood.request(alerts, home.address)
      if (list.status !== 200) flood.violations.push(`the alert list returned ${list.status}`)
      const [first] = list.status === 200 ? JSON.parse(list.body).data : []
      const acknowledge = `/api/caregivers/alerts/${first?.id ?? home.caregiver.id}/acknowledge`
      const acknowledged = await flood.request(
        requestOf('POST', acknowledge, { token: home.caregiver.token }),
        home.address,
      )
      if (![200, 404].includes(acknowledged.status))
        flood.violations.push(`acknowledging returned ${acknowledged.status}`)
    },
  },
  {
    name: 'a confirmed alert among 150 others',
    attacker: 'account',
    async run({ home, address }, flood) {
      const [urgent, noisy] = home.patients
      const fall = (token: string | undefined, confidence: number) =>
        requestOf('POST', '/api/falls', { token, body: { confidence } })
      const reported = await flood.request(fall(urgent?.token, 0.95), address)
      if (reported.status !== 201) return void flood.violations.push(`a fall returned ${reported.status}`)
      const fallId = JSON.parse(reported.body).data.id
      let sent = 0
      const next = () => (sent++ < repeatedFalls ? fall(noisy?.token, 0.6) : undefined)
      await flood.repeat({ connections: 5, next })
      if (sent < repeatedFalls) {
        return void flood.violations.push(
          `only ${sent} of ${repeatedFalls} falls were sent, too few for a result`,
        )
      }
      const list = await flood.request(
        requestOf('GET', '/api/caregivers/alerts', { token: home.caregiver.token }),
        home.address,
      )
      if (list.status !== 200) return void flood.violations.push(`the alert list returned ${list.status}`)
      const alerts: { fallId: string }[] = JSON.parse(list.body).data
      if (alerts.some((alert) => alert.fallId === fallId)) return
      // The caregiver may have acknowledged it in the meantime.
      const read = await flood.request(
        requestOf('GET', `/api/falls/${fallId}`, { token: urgent?.token }),
        address,
      )
      const fallAlerts: { acknowledged: boolean }[] = JSON.parse(read.body).data.alerts
      if (!fallAlerts.some(({ acknowledged }) => acknowledged)) {
        flood.violations.push('the confirmed alert is not on the first page')
      }
    },
  },
]
