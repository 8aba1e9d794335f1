import type { Attack } from '../attack.ts'
import { requestOf } from '../requests.ts'

const refusedReadings = 110
const repeatedFalls = 150

/** What keeps a caregiver from an alarm without any load at all. */
export const caregiverAttacks: Attack[] = [
  {
    name: "refused readings from a caregiver's home",
    who: 'nobody',
    async play({ home }, flood) {
      // Two wearables that lost their key send one each second; here the minute that it takes is pressed together.
      const request = requestOf('POST', '/api/device/sensor-stream', { token: 'fwk_lost', body: {} })
      let sent = 0
      const next = () => (sent++ < refusedReadings ? request : undefined)
      await flood.repeat({ connections: 2, next, addressOf: () => home.address })
      if (sent < refusedReadings) {
        return void flood.harms.push(
          `only ${sent} of ${refusedReadings} readings were sent, which tells nothing`,
        )
      }
      const alerts = requestOf('GET', '/api/caregivers/alerts', { token: home.caregiver.token })
      const list = await flood.ask(alerts, home.address)
      if (list.status !== 200) flood.harms.push(`the alert list answered ${list.status}`)
      const [first] = list.status === 200 ? JSON.parse(list.body).data : []
      const acknowledge = `/api/caregivers/alerts/${first?.id ?? home.caregiver.id}/acknowledge`
      const told = await flood.ask(
        requestOf('POST', acknowledge, { token: home.caregiver.token }),
        home.address,
      )
      if (![200, 404].includes(told.status)) flood.harms.push(`acknowledging answered ${told.status}`)
    },
  },
  {
    name: 'a confirmed alert among 150 others',
    who: 'account',
    async play({ home, address }, flood) {
      const [urgent, noisy] = home.patients
      const fall = (token: string | undefined, confidence: number) =>
        requestOf('POST', '/api/falls', { token, body: { confidence } })
      const reported = await flood.ask(fall(urgent?.token, 0.95), address)
      if (reported.status !== 201) return void flood.harms.push(`a fall answered ${reported.status}`)
      const fallId = JSON.parse(reported.body).data.id
      let sent = 0
      const next = () => (sent++ < repeatedFalls ? fall(noisy?.token, 0.6) : undefined)
      await flood.repeat({ connections: 5, next })
      if (sent < repeatedFalls) {
        return void flood.harms.push(`only ${sent} of ${repeatedFalls} falls were sent, which tells nothing`)
      }
      const list = await flood.ask(
        requestOf('GET', '/api/caregivers/alerts', { token: home.caregiver.token }),
        home.address,
      )
      if (list.status !== 200) return void flood.harms.push(`the alert list answered ${list.status}`)
      const alerts: { fallId: string }[] = JSON.parse(list.body).data
      if (alerts.some((alert) => alert.fallId === fallId)) return
      // The caregiver looks at the list meanwhile, and acknowledges what comes first.
      const read = await flood.ask(
        requestOf('GET', `/api/falls/${fallId}`, { token: urgent?.token }),
        address,
      )
      const told: { acknowledged: boolean }[] = JSON.parse(read.body).data.alerts
      if (!told.some(({ acknowledged }) => acknowledged)) {
        flood.harms.push('the confirmed alert is not on the first page')
      }
    },
  },
]
