import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { foldFallCounts } from '../../src/alerting/falls/fall-counts.store.ts'
import { createFleet, createSessions, type Person, seedFleet } from '../fleet.ts'
import { secret } from '../processes.ts'
import { withClient } from '../stores.ts'
import {
  attackerAddress,
  caregiverAddress,
  homeAddress,
  reporterAddress,
  signInEmail,
  signInPassword,
} from './addresses.ts'
import type { Account, Target } from './attack.ts'
import { createHangingContacts } from './hanging-contacts.ts'
import { createLongTimeline } from './long-timeline.ts'
import { createOnCall, type OnCall } from './on-call.ts'

export interface Device {
  mac: string
  key: string
  address: string
}

interface Caller {
  token: string
  address: string
}

/** The users of the service during an attack. */
export interface Population {
  devices: Device[]
  /** Devices whose wearers will fall. */
  fallingDevices: Device[]
  /** People who report a fall of theirs. */
  reporters: Caller[]
  caregivers: Caller[]
  onCall: OnCall
  /** What an attacker knows, except the ports and the end of the attack. */
  target: Omit<Target, 'port' | 'mqttPort' | 'seconds' | 'endsAt'>
}

/** Where messages go. */
export interface Destinations {
  /** The topic of the caregiver who is on call. */
  topicUrl: string
  /** The port of receivers that hang. */
  holePort: number
}

const devicesOfPerson = 10
/** Rounded up, so that every person has the maximum number of devices. */
const deviceCount = Math.ceil((Number(process.env.BENCH_DEVICES) || 200) / devicesOfPerson) * devicesOfPerson
const fallingCount = 20
const reporterCount = 40
const caregiverCount = 10
const storedFalls = 100_000
const fallsOfFullPatient = 50_000

/** Inserts legitimate users and accounts of attackers into the database of a new service. */
export async function createPopulation(
  port: number,
  connection: pg.ClientConfig,
  { topicUrl, holePort }: Destinations,
): Promise<Population> {
  const onCall = await createOnCall(connection, topicUrl)
  const hanging = await createHangingContacts(connection, holePort)
  const longTimeline = await createLongTimeline(port, connection)
  const fleet = createFleet(deviceCount + fallingCount + devicesOfPerson)
  const newPeople = (count: number): Person[] =>
    Array.from({ length: count }, () => ({ id: randomUUID(), key: `fwk_bench-${randomUUID()}` }))
  const reporters = newPeople(reporterCount)
  const caregivers = newPeople(caregiverCount)
  const [patient, freeCaregiver, ...atHome] = newPeople(4) as [Person, Person, ...Person[]]
  const fullPatient = fleet.people.at(-1) as Person
  const people = [...fleet.people, ...reporters, ...caregivers, patient, freeCaregiver, ...atHome]
  await seedFleet(connection, { people, devices: fleet.devices, requests: [], mqtt: [] })
  const patients = [...fleet.people.slice(0, -1), ...reporters, patient]
  await withClient(connection, async (client) => {
    // A caregiver without a password is no recipient.
    await client.query(
      `update users set role = 'CAREGIVER', password_hash = 'none' where id = any($1::uuid[])`,
      [[...caregivers, freeCaregiver].map(({ id }) => id)],
    )
    await assign(client, caregivers.slice(1), patients)
    await assign(client, caregivers.slice(0, 1), atHome)
    const reporterIds = reporters.map(({ id }) => id)
    await addOldFalls(client, reporterIds, storedFalls)
    await addOldFalls(client, [fullPatient.id], fallsOfFullPatient)
    // A service that has been used for a while has already done both.
    await foldFallCounts({
      query: async (sql, values) => (await client.query(sql, [...(values ?? [])])).rows,
      afterCommit: (action) => action(),
    })
    await client.query('vacuum analyze')
  })
  const allTokens = await createSessions(connection, secret, people)
  const tokens = new Map(people.map(({ id }, i) => [id, allTokens[i] ?? '']))
  const account = ({ id, key }: Person): Account => ({ id, key, token: tokens.get(id) ?? '' })
  await signUpAccount(port)

  const homes = new Map(fleet.people.map(({ id }, i) => [id, homeAddress(i)]))
  const devices = fleet.devices.map(({ mac, owner }) => ({
    mac,
    key: owner.key,
    address: homes.get(owner.id) ?? homeAddress(0),
  }))
  return {
    devices: devices.slice(0, deviceCount),
    fallingDevices: devices.slice(deviceCount, deviceCount + fallingCount),
    reporters: reporters.map(({ id }, i) => ({ token: tokens.get(id) ?? '', address: reporterAddress(i) })),
    caregivers: caregivers.map(({ id }, i) => ({
      token: tokens.get(id) ?? '',
      address: caregiverAddress(i),
    })),
    onCall,
    target: {
      address: attackerAddress,
      patient: account(patient),
      fullPatient: account(fullPatient),
      caregiver: account(freeCaregiver),
      home: {
        address: caregiverAddress(0),
        caregiver: account(caregivers[0] as Person),
        patients: atHome.map(account),
      },
      device: { mac: fleet.devices.at(-1)?.mac ?? '', key: fullPatient.key },
      holePort,
      hanging,
      longTimeline,
    },
  }
}

/** Gives each patient one of the caregivers, in turn. */
async function assign(client: pg.Client, caregivers: Person[], patients: Person[]): Promise<void> {
  const pairs = patients.map(({ id }, i) => [caregivers[i % caregivers.length]?.id, id])
  await client.query(
    `insert into assignments (caregiver_id, patient_id, created_at)
     select caregiver, patient, now() from unnest($1::uuid[], $2::uuid[]) as t (caregiver, patient)`,
    [pairs.map(([caregiver]) => caregiver), pairs.map(([, patient]) => patient)],
  )
}

/** Inserts falls of the last year without alerts, so that lists are as long as in a service in use. */
async function addOldFalls(client: pg.Client, userIds: string[], count: number): Promise<void> {
  await client.query(
    `insert into falls (id, user_id, confidence, status, created_at, updated_at)
     select gen_random_uuid(), ($1::uuid[])[1 + n % $2], 0.31 + (n % 190) / 1000.0, 'SUSPICIOUS', at, at
     from generate_series(1, $3::int) as n, lateral (select now() - n * interval '5 minutes' as at) as t`,
    [userIds, userIds.length, count],
  )
}

async function signUpAccount(port: number): Promise<void> {
  const body = { email: signInEmail, password: signInPassword, firstName: 'Bench', lastName: 'Person' }
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 201) throw new Error(`Signing up returned ${response.status}`)
}
