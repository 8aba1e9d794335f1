import { identityHash } from '../../src/alerting/notifications/channels/channel.ts'
import type { MessageLog } from './kill-receivers.ts'
import type { KillTarget } from './kill-target.ts'
import type { StreamClient } from './stream-client.ts'

/** What became of all incidents, as people saw it. */
export interface KillVerdict {
  incidents: number
  /** What never arrived, each in words. */
  lost: string[]
  /** What a person has seen twice, or after it was over, each in words. */
  doubled: string[]
  /** Mails that came again under the same Message-ID. */
  repeatedMails: number
  /** Pushes and webhooks that came again under the same identity, which people do not see. */
  replaced: number
}

export interface Expectation {
  patientId: string
  /** How many of the two steps were taken for sure before somebody acknowledged. */
  steps: 0 | 1 | 2
}

interface DeliveryRow {
  id: string
  incidentId: string
  purpose: 'alert' | 'closing'
  step: number
  state: string
  channel: 'push' | 'webhook' | 'mail'
  address: string
}

/** Compares the database with what receivers and streams have seen. */
export async function judge(
  target: KillTarget,
  { messages }: MessageLog,
  streams: StreamClient[],
  expectations: Expectation[],
): Promise<KillVerdict> {
  const lost: string[] = []
  const doubled: string[] = []
  // Devices that have sent a batch are silent after a while, which is an incident of its own.
  const incidents = await target.query<{ id: string; patientId: string; state: string }>(
    `select id, patient_id as "patientId", state from incidents where kind in ('FALL', 'SOS')`,
  )
  const deliveries = await target.query<DeliveryRow>(
    `select deliveries.id, incident_id as "incidentId", purpose, step, state, channel, address
     from deliveries join contacts on contacts.id = contact_id`,
  )
  const entries = await target.query<{ incidentId: string; type: string; count: number }>(
    'select incident_id as "incidentId", type, count(*)::int as count from incident_entries group by 1, 2',
  )
  const contacts = (await target.query('select 1 from contacts')).length

  for (const { patientId, steps } of expectations) {
    const own = incidents.filter((incident) => incident.patientId === patientId)
    const [incident] = own
    if (!incident) {
      lost.push(`no incident of ${patientId}`)
      continue
    }
    if (own.length > 1) doubled.push(`${own.length} incidents of ${patientId}`)
    if (incident.state !== 'ACKNOWLEDGED') lost.push(`incident ${incident.id} is ${incident.state}`)
    judgeTimeline(incident.id)
    judgeDeliveries(incident.id, steps)
  }

  function judgeTimeline(id: string): void {
    const countOf = (type: string) =>
      entries.find(({ incidentId, type: t }) => incidentId === id && t === type)?.count ?? 0
    for (const [type, expected] of [
      ['opened', 1],
      ['told', 2],
      ['acknowledged', 1],
    ] as const) {
      if (countOf(type) > expected) doubled.push(`${countOf(type)} times ${type} in incident ${id}`)
    }
  }

  function judgeDeliveries(id: string, steps: Expectation['steps']): void {
    const own = deliveries.filter(({ incidentId }) => incidentId === id)
    const sent = own.filter(({ state }) => state === 'SENT')
    for (let step = 0; step < steps; step++) {
      const count = sent.filter((row) => row.purpose === 'alert' && row.step === step).length
      if (count < contacts) lost.push(`${contacts - count} alerts of step ${step} of incident ${id}`)
    }
    const unfinished = own.filter(({ state }) => state !== 'SENT' && state !== 'CANCELLED')
    for (const { id: delivery, state } of unfinished) lost.push(`delivery ${delivery} is ${state}`)
    for (const row of sent) if (!wasReceived(row)) lost.push(`${row.channel} of delivery ${row.id}`)
    const received = messages.filter(({ incidentId }) => incidentId === id)
    for (const to of new Set(received.map(({ to }) => to))) {
      const shown = received.filter((message) => message.to === to)
      const closings = shown.filter(({ purpose }) => purpose === 'closing').length
      if (closings === 0) lost.push(`${shown[0]?.by} that closes incident ${id}`)
      if (shown[0]?.by !== 'push') continue
      const topics = new Set(shown.map(({ identity }) => identity)).size
      if (topics > 1) doubled.push(`${topics} notifications of incident ${id} on one phone`)
      if (shown.at(-1)?.purpose !== 'closing') doubled.push(`an alert after the closing of incident ${id}`)
    }
    const known = own.map((row) => row.id)
    const unknown = received.filter(({ by, identity }) => by === 'webhook' && !known.includes(identity))
    if (unknown.length > 0) doubled.push(`${unknown.length} unknown webhook ids of incident ${id}`)
  }

  function wasReceived({ id, incidentId, purpose, channel, address }: DeliveryRow): boolean {
    return messages.some((message) => {
      if (message.by !== channel || message.incidentId !== incidentId || message.purpose !== purpose)
        return false
      if (channel === 'webhook') return message.identity === id
      if (channel === 'mail') return message.identity.includes(identityHash(id))
      return message.to === address
    })
  }

  const events = await target.query<{ id: number; type: string; subjectId: string }>(
    `select id::float8 as id, type, subject_id as "subjectId" from events where type like 'incident.%' order by id`,
  )
  for (const { id } of incidents) {
    const opened = events.filter(({ type, subjectId }) => type === 'incident.opened' && subjectId === id)
    if (opened.length !== 1) doubled.push(`${opened.length} events open incident ${id}`)
  }
  for (const [i, stream] of streams.entries()) {
    const ids = stream.events.map(({ id }) => id)
    const seen = new Set(ids)
    const missing = events.filter(({ id }) => id > (stream.startId() ?? 0) && !seen.has(id)).length
    if (missing > 0) lost.push(`${missing} events on stream ${i + 1}`)
    if (ids.length > seen.size) doubled.push(`${ids.length - seen.size} events on stream ${i + 1}`)
    if (stream.resets() > 0) lost.push(`stream ${i + 1} was reset`)
  }

  const repeatsOf = (isMail: boolean) => {
    const chosen = messages.filter(({ by }) => (by === 'mail') === isMail)
    const key = ({ to, identity, purpose }: (typeof chosen)[number]) => `${to} ${identity} ${purpose}`
    return chosen.length - new Set(chosen.map(key)).size
  }
  return {
    incidents: incidents.length,
    lost,
    doubled,
    repeatedMails: repeatsOf(true),
    replaced: repeatsOf(false),
  }
}
