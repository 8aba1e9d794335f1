import { setTimeout as sleep } from 'node:timers/promises'
import type { PatroniCluster } from './cluster.ts'
import type { AlarmLoad } from './messages.ts'
import type { ReadingLoad } from './readings.ts'

/** What became of everything that was acknowledged. */
export interface Verdict {
  readings: number
  alarms: number
  acknowledgements: number
  readingsLost: number
  /** A device repeats a reading whose answer was lost, under another time: it is another reading. */
  readingsDoubled: number
  alarmsLost: number
  /** One alarm became two incidents. */
  alarmsDoubled: number
  acknowledgementsLost: number
  notTold: number
  toldTwice: number
  /** The same message again, under an identity by which receivers drop it: its answer was lost. */
  messagesRepeated: number
  failures: string[]
}

/** What must not be. */
const mustBeNone = [
  'readingsLost',
  'alarmsLost',
  'alarmsDoubled',
  'acknowledgementsLost',
  'notTold',
  'toldTwice',
] as const satisfies (keyof Verdict)[]

/** Adds what must not be to the failures of a verdict. */
export function failCounts(verdict: Verdict): void {
  for (const name of mustBeNone) if (verdict[name] > 0) verdict.failures.push(`${name}: ${verdict[name]}`)
}

interface Incident {
  id: string
  patientId: string
  state: string
}

export async function judge(
  { query }: PatroniCluster,
  readings: ReadingLoad,
  { alarms, messages, receivers, failures }: AlarmLoad,
): Promise<Verdict> {
  const stored = await query<{ mac: string; pressure: number; count: number }>(
    `select mac, pressure, count(*)::int as count
     from readings join devices on devices.number = readings.device where pressure < 1001 group by 1, 2`,
  )
  const { lost: readingsLost, doubled: readingsDoubled } = readings.findLost(stored)
  const incidents = await query<Incident>(
    `select id, patient_id as "patientId", state from incidents where kind in ('FALL', 'SOS')`,
  )
  const verdict: Verdict = {
    readings: readings.accepted(),
    alarms: alarms.filter(({ acceptedAtMs }) => acceptedAtMs).length,
    acknowledgements: alarms.filter(({ acknowledgedAtMs }) => acknowledgedAtMs).length,
    readingsLost,
    readingsDoubled,
    ...{ alarmsLost: 0, alarmsDoubled: 0, acknowledgementsLost: 0, notTold: 0, toldTwice: 0 },
    messagesRepeated: 0,
    failures,
  }
  for (const { patientId, acceptedAtMs, acknowledgedAtMs } of alarms) {
    const own = incidents.filter((incident) => incident.patientId === patientId)
    if (acceptedAtMs && own.length === 0) verdict.alarmsLost++
    if (own.length > 1) verdict.alarmsDoubled++
    if (acknowledgedAtMs && !own.some(({ state }) => ['ACKNOWLEDGED', 'RESOLVED'].includes(state))) {
      verdict.acknowledgementsLost++
    }
    for (const { id } of own) {
      const ofIncident = messages.filter(({ incidentId }) => incidentId === id)
      for (const purpose of ['alert', 'closing']) {
        const sent = ofIncident.filter((message) => message.purpose === purpose)
        const told = new Set(sent.map(({ to }) => to)).size
        const identities = new Set(sent.map(({ to, identity }) => `${to} ${identity}`)).size
        if (purpose === 'alert' && told < receivers) verdict.notTold++
        if (identities > told) verdict.toldTwice++
        verdict.messagesRepeated += sent.length - identities
      }
    }
  }
  return verdict
}

/** Waits until nothing is left to send and to answer, for two minutes at most. */
export async function settle({ query }: PatroniCluster): Promise<void> {
  const deadlineMs = performance.now() + 120_000
  while (performance.now() < deadlineMs) {
    const [row] = await query<{ waiting: number }>(
      `select ((select count(*) from deliveries where due_at is not null)
               + (select count(*) from incidents where kind in ('FALL', 'SOS') and state = 'OPEN'))::int as waiting`,
    ).catch(() => [])
    if (row?.waiting === 0) return
    await sleep(500)
  }
}
