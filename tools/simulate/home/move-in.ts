import { randomBytes } from 'node:crypto'
import { brokerSourceId } from '../../../src/telemetry/intake/intake-sources.store.ts'
import type { Api } from '../api.ts'
import { nameOf } from '../names.ts'
import type { Credentials } from '../people.ts'
import { devicesOfResident, type HomeDevice, sharedDoor, topicsOf } from './devices.ts'

/** A resident with four devices, or a shared door. */
export interface Household {
  /** Null for a shared door. */
  resident: { id: string; number: number } | null
  devices: HomeDevice[]
  deviceIds: string[]
}

export interface SimulatedHome {
  token: string
  /** What all names of this run contain. */
  run: string
  households: Household[]
}

interface Topic {
  topic: string
  adapter: string
  rule: object | null
}

interface Topics {
  topics: Topic[]
  brokerConnected: boolean | null
}

interface ImportLine {
  userId: string | null
}

const wards = ['North', 'South'] as const
/** A service answers so many at once without making others wait. */
const atOnce = 4

/** Lets residents move in: as an admin does with a file, the topics of the broker and a form for each device. */
export async function moveIn(
  api: Api,
  { admin, residents, signal }: { admin: Credentials; residents: number; signal: AbortSignal },
): Promise<SimulatedHome> {
  const run = randomBytes(3).toString('hex')
  const site = `Simulated home ${run}`
  const { body } = await api.ask<{ role: string }>('POST', '/auth/login', { body: { ...admin }, signal })
  if (body.data.role !== 'ADMIN') throw new Error(`${admin.email} is not the account of an admin`)
  const token = body.token ?? ''
  const ask = <T>(method: string, path: string, asked?: object) =>
    api
      .ask<T>(method, path, { token, signal, ...(asked && { body: asked }) })
      .then((answer) => answer.body.data)
  const { topics, brokerConnected } = await ask<Topics>('GET', '/admin/intake/topics')
  if (brokerConnected !== true)
    throw new Error('The service is not connected to a broker: start it with MQTT_URL')
  await ask('PUT', '/admin/intake/topics', { topics: [...topics.map(plain), ...topicsOf(run)] })

  const content = [
    'reference,firstName,lastName,role,site,ward,room',
    ...Array.from({ length: residents }, (_, i) => {
      const { firstName, lastName } = nameOf(i)
      return `${run}-${i},${firstName},${lastName},patient,${site},${wardOf(i)},${100 + i}`
    }),
  ].join('\r\n')
  const files = [{ name: 'residents.csv', content }]
  const { lines } = await ask<{ lines: ImportLine[] }>('POST', '/admin/imports', { files })
  const households: Household[] = [
    ...lines.map(({ userId }, number) => ({
      resident: { id: userId ?? '', number },
      devices: devicesOfResident(run, number),
      deviceIds: [],
    })),
    ...wards.map(() => ({ resident: null, devices: [sharedDoor()], deviceIds: [] })),
  ]
  const waiting = households.entries()
  const register = async () => {
    for (const [i, { resident, devices, deviceIds }] of waiting) {
      const whose = resident ? { userId: resident.id } : { place: { site, ward: wardOf(i), room: null } }
      for (const { externalId, kind, adapter } of devices) {
        const { id } = await ask<{ id: string }>('POST', '/admin/devices', { externalId, kind, ...whose })
        deviceIds.push(id)
        if (adapter) await ask('PUT', `/admin/intake/devices/${id}`, { source: brokerSourceId })
      }
      if (resident) await ask('PUT', `/patients/${resident.id}/monitoring`, watchedOf(resident.number))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, register))
  return { token, run, households }
}

const wardOf = (i: number) => wards[i % wards.length] as string

/** A topic as it is named; only some have a rule. */
const plain = ({ topic, adapter, rule }: Topic) => ({ topic, adapter, ...(rule && { rule }) })

/** A day passes in minutes, but not for the service: what needs a grace time or hours would not be told within it. */
const watchedOf = (resident: number) => ({
  bedExitEnabled: resident % 10 === 0,
  ...{ bedExitFrom: '00:00', bedExitTo: '00:00', bedExitAfterMinutes: 0 },
  wanderingEnabled: resident % 10 === 1,
  ...{ wanderingFrom: '00:00', wanderingTo: '00:00' },
})

/** Deletes what the run has made; a shared door, which nobody can delete, is disabled. */
export async function moveOut(api: Api, { token, run, households }: SimulatedHome): Promise<void> {
  for (const { resident, deviceIds } of households) {
    if (resident) await api.ask('DELETE', `/admin/users/${resident.id}`, { token })
    else
      for (const id of deviceIds) await api.ask('POST', `/admin/devices/${id}/disable`, { token, body: {} })
  }
  const { body } = await api.ask<Topics>('GET', '/admin/intake/topics', { token })
  const ours = new Set(topicsOf(run).map(({ topic }) => topic))
  const topics = body.data.topics.filter(({ topic }) => !ours.has(topic)).map(plain)
  await api.ask('PUT', '/admin/intake/topics', { token, body: { topics } })
}
