import { randomUUID } from 'node:crypto'
import type { Outcome } from '../../../src/alerting/model/incident.ts'
import { severityOf } from '../../../src/detection/levels/severity.ts'
import type { Db } from '../../../src/platform/db/database.ts'
import { msPerDay, msPerHour } from '../../../src/platform/lib/duration.ts'
import { type Chance, createChance } from '../../simulate/chance.ts'
import type { Library } from '../../simulate/library.ts'
import { type House, type HousePatient, sends } from './house.ts'
import { doubtful, type PastFall, playPastFall } from './past-falls.ts'
import { insertPastIncident, type PastIncident } from './past-incidents.ts'
import {
  createPartitions,
  historyDays,
  insertLastState,
  insertPastReadings,
  pastReadings,
  replacePastReadings,
} from './past-readings.ts'

export interface HistoryOptions {
  now: Date
  library: Library
  signal?: AbortSignal | undefined
}

/** Gives each patient eight weeks: vital signs, falls with their traces, and what became of them. */
export async function writeHistory(db: Db, house: House, options: HistoryOptions): Promise<void> {
  const { now } = options
  await createPartitions(db, now)
  for (const patient of house.patients) await writePatient(db, house, patient, options)
  await writeCalls(db, house, now)
  await backdate(db, house, now)
}

async function writePatient(
  db: Db,
  house: House,
  patient: HousePatient,
  options: HistoryOptions,
): Promise<void> {
  const { wearable } = patient
  const past = pastReadings(patient, house.seed, options.now)
  const last = past.at(-1)
  await insertPastReadings(db, wearable.id, past)
  options.signal?.throwIfAborted()
  await writeFalls(db, house, patient, options)
  if (!last) return
  wearable.battery = last.reading.battery ?? wearable.battery
  await insertLastState(db, wearable.id, last)
  if (!sends(patient)) await writeSilence(db, patient, last.at, options.now)
}

/** Makes everybody's accounts as old as their history, in the order of the house. */
async function backdate(db: Db, { admin, caregivers, patients }: House, now: Date): Promise<void> {
  const from = now.getTime() - (historyDays + 7) * msPerDay
  for (const [i, { id }] of [admin, ...caregivers, ...patients].entries()) {
    const at = new Date(from + i * msPerHour)
    // Otherwise somebody who has just accepted the invitation counts as active, even with a silent wearable.
    const lastLogin = new Date(now.getTime() - 2 * msPerDay)
    await db.query('update users set created_at = $2, last_login = $3 where id = $1', [id, at, lastLogin])
    await db.query('update devices set created_at = $2 where user_id = $1', [id, at])
    await db.query('update assignments set created_at = $2 where patient_id = $1', [id, at])
  }
}

/** What becomes of falls, as often as it is here. */
const endings: readonly [outcome: Outcome | 'CANCELLED', note: string, injuries?: string][] = [
  ['REAL_FALL', 'Helped up, no pain. Checked again after an hour.'],
  ['REAL_FALL', 'Slipped on the wet floor of the bathroom.', 'Bruised hip'],
  ['FALSE_ALARM', 'Had dropped the wearable on the tiles.'],
  ['REAL_FALL', 'Tripped over the edge of the carpet. The carpet is gone now.', 'Grazed elbow'],
  ['NEAR_FALL', 'Caught the handrail and sat down on the stairs.'],
  ['CANCELLED', ''],
  ['REAL_FALL', 'Felt dizzy when getting up. Blood pressure 104/62, the doctor knows.'],
  ['FALSE_ALARM', 'Sat down hard in the armchair.'],
  ['TEST', 'Tried the wearable together.'],
]

async function writeFalls(
  db: Db,
  { seed }: House,
  patient: HousePatient,
  { now, library }: HistoryOptions,
): Promise<void> {
  const chance = createChance(seed, patient.number, 6)
  const part = { device: patient.number, library, chance }
  for (let n = 0; n < patient.resident.pastFalls; n++) {
    // The first was lately, the others further and further back.
    const days = n * chance.between(7, 12) + chance.between(0.6, 6)
    const about = new Date(now.getTime() - Math.min(days, historyDays - 1) * msPerDay)
    about.setHours(chance.whole(8, 20), chance.whole(0, 59))
    if (now.getTime() - about.getTime() < 2 * msPerHour) about.setTime(about.getTime() - msPerDay)
    const [outcome, note, injuries] = endings[(patient.number + n * 2) % endings.length] ?? ['OTHER', '']
    const isReal = outcome === 'REAL_FALL'
    const felt = playPastFall(part, about, isReal ? chance.between(15, 60) : 4)
    if (!felt) continue
    const fall = isReal ? felt : doubtful(felt, chance)
    await replacePastReadings(db, patient.wearable.id, fall.readings)
    await writeFall(db, patient, fall, ending(patient, outcome, chance, { note, injuries }))
  }
}

type Ending = Omit<PastIncident, 'patient' | 'kind' | 'severity' | 'openedAt' | 'data'>

function ending(
  { caregivers }: HousePatient,
  outcome: Outcome | 'CANCELLED',
  chance: Chance,
  { note, injuries }: { note: string; injuries?: string | undefined },
): Ending {
  if (outcome === 'CANCELLED') return { state: 'CANCELLED', endedAfter: chance.whole(8, 25) }
  // Most often the first whom the service asks.
  const handler = caregivers[chance.happens(0.7) ? 0 : chance.whole(0, caregivers.length - 1)]
  const acknowledgedAfter = Math.round(chance.lognormal([45, 0.7]))
  const endedAfter = acknowledgedAfter + Math.round(chance.lognormal([700, 0.5]))
  return {
    ...{ state: 'RESOLVED', outcome, note, acknowledgedAfter, endedAfter },
    ...(handler && { handler }),
    ...(injuries && { injuries }),
  }
}

async function writeFall(db: Db, patient: HousePatient, fall: PastFall, end: Ending): Promise<void> {
  const { at, confidence, status, motion, evidence } = fall
  const fallId = randomUUID()
  const respondedAt = end.acknowledgedAfter ? new Date(at.getTime() + end.acknowledgedAfter * 1000) : null
  await db.query(
    `insert into falls (id, user_id, device_id, confidence, status, accel, gyro, evidence, created_at, updated_at,
                        injuries, responded_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11)`,
    [
      fallId,
      patient.id,
      patient.wearable.id,
      confidence,
      status,
      [...motion.accel],
      [...motion.gyro],
      evidence,
      at,
      end.injuries ?? null,
      respondedAt,
    ],
  )
  const incidentId = await insertPastIncident(db, {
    ...end,
    patient,
    kind: 'FALL',
    severity: severityOf(status) ?? 'MEDIUM',
    // A fall is certain some seconds after the impact.
    openedAt: new Date(at.getTime() + 3000),
    data: { code: 'FALL_DETECTED', level: status },
    fallId,
    evidence: { level: status, confidence, ...evidence },
  })
  await db.query('update falls set incident_id = $2 where id = $1', [fallId, incidentId])
}

/** Writes the incident of the silent wearable, which Ben handles. */
async function writeSilence(db: Db, patient: HousePatient, lastSeen: Date, now: Date): Promise<void> {
  const silentAfterSeconds = 300
  const openedAt = new Date(lastSeen.getTime() + silentAfterSeconds * 1000)
  const [handler] = patient.caregivers
  await insertPastIncident(db, {
    ...{ patient, openedAt, ...(handler && { handler }) },
    kind: 'DEVICE_SILENT',
    severity: 'MEDIUM',
    state: 'ACKNOWLEDGED',
    data: { code: 'DEVICE_SILENT', since: lastSeen.toISOString() },
    evidence: { lastSeen: lastSeen.toISOString() },
    acknowledgedAfter: 40 * 60,
    handledUntil: new Date(now.getTime() + msPerDay),
    note: 'Called: the wearable is at the daughter’s house. She brings it back today.',
  })
  await db.query(
    `insert into device_alarms (device, alarm, since, urgent, silent_after_seconds)
     select number, 'DEVICE_SILENT', $2, true, $3 from devices where id = $1`,
    [patient.wearable.id, openedAt, silentAfterSeconds],
  )
}

/** Writes incidents that were no falls. */
async function writeCalls(db: Db, { patients }: House, now: Date): Promise<void> {
  type Call = [
    patient: number,
    daysAgo: number,
    incident: Omit<Ending, 'state'> & Pick<PastIncident, 'kind' | 'severity' | 'data'>,
  ]
  const sos = { kind: 'SOS', severity: 'HIGH', data: { code: 'BUTTON_PRESSED' } } as const
  const helped = { ...sos, outcome: 'HELP_GIVEN' } as const
  /** An alarm of vital signs is raised a minute after the first value beyond a limit. */
  const since = (daysAgo: number) => new Date(now.getTime() - daysAgo * msPerDay - 60_000).toISOString()
  const calls: Call[] = [
    [
      0,
      2.2,
      { ...helped, acknowledgedAfter: 31, endedAfter: 640, note: 'Could not reach the light switch.' },
    ],
    [
      5,
      5.4,
      { ...helped, acknowledgedAfter: 52, endedAfter: 900, note: 'Wanted company. Had tea together.' },
    ],
    [
      10,
      9.1,
      { ...helped, acknowledgedAfter: 24, endedAfter: 480, note: 'Short of breath after the stairs.' },
    ],
    [
      2,
      16.3,
      {
        ...sos,
        outcome: 'TEST',
        acknowledgedAfter: 18,
        endedAfter: 60,
        note: 'Tried the button.',
      },
    ],
    [
      11,
      3.6,
      {
        kind: 'VITALS',
        severity: 'MEDIUM',
        data: { code: 'OXYGEN_BELOW_LIMIT', lowest: 85, highest: 87, since: since(3.6) },
        ending: { code: 'OXYGEN_ABOVE_LIMIT' },
        endedAfter: 420,
      },
    ],
    [
      4,
      12.7,
      {
        kind: 'VITALS',
        severity: 'MEDIUM',
        data: { code: 'HEART_RATE_OUTSIDE_LIMITS', lowest: 142, highest: 149, since: since(12.7) },
        acknowledgedAfter: 70,
        endedAfter: 1500,
        outcome: 'OTHER',
        note: 'Had carried the shopping upstairs.',
      },
    ],
    [
      1,
      7.5,
      {
        kind: 'LOW_BATTERY',
        severity: 'LOW',
        data: { code: 'BATTERY_LOW', percent: 19 },
        ending: { code: 'BATTERY_CHARGED' },
        endedAfter: 5400,
      },
    ],
  ]
  for (const [number, daysAgo, incident] of calls) {
    const patient = patients[number]
    const handler = patient?.caregivers[0]
    if (!patient) continue
    const isAnswered = incident.acknowledgedAfter !== undefined
    await insertPastIncident(db, {
      ...incident,
      ...{ patient, state: 'RESOLVED', openedAt: new Date(now.getTime() - daysAgo * msPerDay) },
      ...(isAnswered && handler && { handler }),
    })
  }
}
