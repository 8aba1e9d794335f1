import type { Cleanup } from '../../harness/cleanup.ts'
import { until } from '../../harness/until.ts'
import { secret } from '../processes.ts'
import { type DeliveryLookups, killPlaces, type Place } from './kill-places.ts'
import {
  createMessageLog,
  type MessageLog,
  receiveMails,
  receivePushes,
  receiveWebhooks,
} from './kill-receivers.ts'
import { acknowledge, type RaiseKind, raise, raiseKinds } from './kill-requests.ts'
import { type KillTarget, startKillTarget, type Victim, victims } from './kill-target.ts'
import { type Expectation, judge, type KillVerdict } from './kill-verdict.ts'
import {
  addMail,
  addPush,
  addWebhook,
  assign,
  createPeople,
  readPushKey,
  type SignedIn,
  setPolicy,
} from './people.ts'
import { openStream, type StreamClient } from './stream-client.ts'

export interface KillOptions {
  /** The places and victims, in this order, one kill for each. */
  kills: { place: string; victim: Victim }[]
  makeFolder?: () => string | Promise<string>
  /** What happens to the patients, in turn. */
  kinds?: readonly RaiseKind[]
  /** Whether leases end with the service that had them, instead of 15 seconds after they began. */
  endsLeases?: boolean
  onKill?: (done: number, name: string) => void
}

export interface KillRun extends KillVerdict {
  kills: number
}

/** Returns `count` kills: every place with one victim, then every place with the next one, and so on. */
export function allKills(count: number): KillOptions['kills'] {
  const names = killPlaces(noLookups).map(({ name }) => name)
  return Array.from({ length: count }, (_, i) => {
    const round = Math.floor(i / names.length)
    return {
      place: names[i % names.length] ?? '',
      victim: victims[((i % names.length) + round) % victims.length] ?? 'service',
    }
  })
}

const noLookups: DeliveryLookups = { areFor: () => async () => true, areDue: () => async () => true }

/** How long a kill may take to happen after what sets it off; the steps of an incident take two seconds. */
const reachTimeoutMs = 60_000
/** Leases last 15 seconds, and a retry may follow. */
const settleTimeoutMs = 90_000

/** Everybody is told at once by everything, and again two seconds later. */
const tellAll = [{ who: 'assigned' as const, channels: 'all' as const }, { who: 'webhooks' as const }]
const policy = { steps: [0, 2].map((afterSeconds) => ({ afterSeconds, tell: tellAll })) }

/**
 * Kills the service, its PostgreSQL or both, each time between two steps of the way of an alert. Every kill has a
 * patient of its own. At the end everything is acknowledged, and judged by what people have seen.
 */
export async function runKills(
  cleanup: Cleanup,
  { kills, makeFolder, kinds = raiseKinds, endsLeases = false, onKill }: KillOptions,
): Promise<KillRun> {
  const log = createMessageLog()
  const mails = await receiveMails(cleanup, log.receive)
  const webhooks = await receiveWebhooks(cleanup, log.receive)
  const settings = {
    SMTP_URL: mails.url,
    MAIL_FROM: 'alerts@bench.example',
    PUBLIC_URL: 'https://care.bench.example',
  }
  const target = await startKillTarget(cleanup, settings, makeFolder)
  const { connection } = target
  await setPolicy(connection, policy)
  const [ana, eva] = (await createPeople(connection, secret, 2, 'CAREGIVER')) as [SignedIn, SignedIn]
  // One more: a stream that was opened before the first event of an installation may have to begin anew.
  const patients = await createPeople(connection, secret, kills.length + 1, 'PATIENT')
  await assign(connection, [ana, eva], patients)
  const pushes = await receivePushes(cleanup, await readPushKey(target.port(), ana), log.receive)
  for (const person of [ana, eva]) await addPush(connection, person, pushes)
  await addMail(connection, ana, 'ana@bench.example')
  await addWebhook(connection, webhooks.url)
  const untouched = patients.at(-1) as SignedIn
  await raise(target.port, untouched, 'sos')
  await waitUntilTold(target, untouched)
  const streams = [ana, eva].map(({ token }) => openStream(cleanup, target.port, token))
  await until(
    () => streams.every(({ startId }) => startId() !== undefined),
    undefined,
    'the begin of the streams',
  )

  const places = killPlaces(lookupsOf(target))
  const expectations: Expectation[] = [{ patientId: untouched.id, steps: 2 }]
  for (const [i, { place: name, victim }] of kills.entries()) {
    const place = places.find((place) => place.name === name)
    const patient = patients[i]
    if (!place || !patient) throw new Error(`There is no place ${name}`)
    const kind = kinds[i % kinds.length] ?? 'sos'
    let act = () => raise(target.port, patient, kind)
    if (place.trigger === 'acknowledge') {
      await act()
      const incidentId = await waitUntilTold(target, patient)
      act = () => acknowledge(target.port, eva, incidentId)
    }
    await hit(target, log, place, victim, act, endsLeases && !place.isAcknowledgedAtOnce)
    if (place.isAcknowledgedAtOnce) await acknowledge(target.port, eva, await findIncident(target, patient))
    const steps = place.isAcknowledgedAtOnce ? 0 : place.trigger === 'acknowledge' ? 1 : 2
    expectations.push({ patientId: patient.id, steps })
    onKill?.(i + 1, `${name}: ${victim}`)
  }

  await settle(target, streams)
  const open = await target.query<{ id: string }>(`select id from incidents where state = 'OPEN'`)
  for (const { id } of open) await acknowledge(target.port, eva, id)
  await settle(target, streams)
  return { kills: kills.length, ...(await judge(target, log, streams, expectations)) }
}

/** Kills at a place that an act sets off, starts again what was killed, and waits for the act to succeed. */
async function hit(
  target: KillTarget,
  log: MessageLog,
  { name, at, delayMs = 0 }: Place,
  victim: Victim,
  act: () => Promise<unknown>,
  endsLeases: boolean,
): Promise<void> {
  let isReached = false
  const killNow = () => {
    isReached = true
    target.kill(victim)
  }
  const kill = () => void (delayMs > 0 ? setTimeout(killNow, delayMs) : killNow())
  if ('statement' in at) target.proxy.stopAt(at, kill)
  else {
    log.onReceived = ({ by, purpose }) => {
      if (isReached || by !== at.by || purpose !== at.received) return
      kill()
    }
  }
  let failure: unknown
  const acted = act()
  // Awaited below; until then a failure must not end the process.
  acted.catch((error) => {
    failure = error
  })
  await until(() => isReached, reachTimeoutMs).catch(() => {
    throw new Error(`Nothing reached the place "${name}" (${failure ?? 'without an error'}): ${target.log()}`)
  })
  log.onReceived = () => {}
  await target.recover({ endsLeases })
  await acted
}

async function findIncident({ query }: KillTarget, { id }: SignedIn): Promise<string> {
  const [row] = await query<{ id: string }>('select id from incidents where patient_id = $1', [id])
  return row?.id ?? ''
}

/** Returns the patient's incident when everybody has been told of it once. */
async function waitUntilTold({ query }: KillTarget, { id }: SignedIn): Promise<string> {
  return until(async () => {
    const [row] = await query<{ id: string }>(
      `select incidents.id from incidents
       where patient_id = $1 and exists (select from deliveries where incident_id = incidents.id)
         and not exists (select from deliveries where incident_id = incidents.id and step = 0 and state <> 'SENT')`,
      [id],
    )
    return row?.id
  }, settleTimeoutMs)
}

/** Waits until nothing is left to do, and the streams have shown everything. */
async function settle({ query }: KillTarget, streams: StreamClient[]): Promise<void> {
  await until(async () => {
    const [row] = await query<{ waiting: number; lastEvent: number }>(
      `select (select count(*)::int from deliveries where due_at is not null)
              + (select count(*)::int from incidents where state = 'OPEN' and due_at is not null) as waiting,
              (select coalesce(max(id), 0)::float8 from events where type like 'incident.%') as "lastEvent"`,
    )
    return (
      row?.waiting === 0 && streams.every(({ events }) => (events.at(-1)?.id ?? 0) >= (row?.lastEvent ?? 0))
    )
  }, settleTimeoutMs)
}

function lookupsOf({ query }: KillTarget): DeliveryLookups {
  return {
    areFor: (purpose) => async (ids) => {
      const rows = await query(
        'select 1 from deliveries where id = any($1::uuid[]) and purpose = $2 limit 1',
        [ids, purpose],
      )
      return rows.length > 0
    },
    areDue: (purpose) => async () => {
      const rows = await query(
        `select 1 from deliveries where due_at <= $1 and purpose = $2 and state = 'PENDING' limit 1`,
        [new Date(), purpose],
      )
      return rows.length > 0
    },
  }
}
