import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveIncident } from '../demo/event-reader.ts'
import type { Account, House } from '../demo/house/house.ts'
import { liveInHouse } from '../demo/live-house.ts'
import type { Api } from '../simulate/api.ts'
import type { Library } from '../simulate/library.ts'
import type { Shot, Size, Theme } from './camera.ts'

export interface Scene {
  shot: Shot
  /** The pictures that the documents show. */
  shown: readonly (readonly [Size, Theme])[]
}

export interface Stage {
  api: Api
  house: House
  library: Library
  signal: AbortSignal
}

/** The tabs of a patient behind the first one, and what they show last. */
const laterTabs = [
  ['falls', 'table'],
  ['devices', '.facts'],
  ['notes', '.patient-note'],
  ['messages', '.messages'],
  ['settings', 'form'],
] as const

/** Those of a house in which nobody needs help. */
export function calmScenes({ house }: Stage): Scene[] {
  const { anna, rosa } = castOf(house)
  const { admin } = house
  return [
    {
      shot: { name: 'now-calm', person: anna, path: '/', ready: '.patient-tile' },
      shown: [['phone', 'light']],
    },
    {
      shot: { name: 'patient', person: anna, path: `/patients/${rosa.id}`, ready: '.chart canvas' },
      shown: [
        ['desk', 'light'],
        ['phone', 'dark'],
      ],
    },
    ...laterTabs.map(([tab, ready]) => ({
      shot: { name: `patient-${tab}`, person: anna, path: `/patients/${rosa.id}?tab=${tab}`, ready },
      shown: [],
    })),
    { shot: { name: 'home', person: rosa, path: '/', ready: '.home-device' }, shown: [['phone', 'light']] },
    {
      shot: { name: 'people', person: admin, path: '/admin/people', ready: 'table, li' },
      shown: [['desk', 'light']],
    },
    {
      shot: { name: 'detection', person: admin, path: '/admin/detection', ready: 'table' },
      shown: [['desk', 'dark']],
    },
  ]
}

/** Those of a house in which several people need help at once. */
export async function alarmScenes({ api, house }: Stage): Promise<Scene[]> {
  const { anna, grace } = castOf(house)
  const fall = (await incidentsOf(api, anna)).find(isUnansweredFall)
  if (!fall) throw new Error('Nobody has fallen')
  return [
    {
      shot: { name: 'now', person: anna, path: '/', ready: '.patient-tile' },
      shown: [
        ['phone', 'light'],
        ['desk', 'dark'],
      ],
    },
    {
      shot: {
        ...{ name: 'incident', person: anna, path: `/incidents/${fall.id}`, ready: '.chart canvas' },
        isTall: true,
      },
      shown: [
        ['phone', 'dark'],
        ['desk', 'light'],
      ],
    },
    {
      shot: { name: 'home-help', person: grace, path: '/', ready: '.help-status' },
      shown: [['phone', 'light']],
    },
  ]
}

/** Those of a cord that was pulled in a bathroom, for whoever looks at all pictures. */
export async function cordScenes({ api, house }: Stage): Promise<Scene[]> {
  const { anna } = castOf(house)
  const patient = house.patients.find(({ cord, caregivers }) => cord && caregivers.includes(anna))
  if (!patient?.cord) throw new Error('No bathroom has a cord')
  const { id, cord, wearable } = patient
  const body = { device_id: cord.externalId, event: 'sos', battery_level: 95, detail: 'bathroom cord' }
  const called = await api.ask<{ incidentId: string }>('POST', '/device/events', {
    token: wearable.key,
    body,
  })
  const shots = [
    { name: 'now-cord', path: '/', ready: '.patient-tile' },
    { name: 'incident-cord', path: `/incidents/${called.body.data.incidentId}`, ready: '.timeline' },
    { name: 'patient-devices-cord', path: `/patients/${id}?tab=devices`, ready: '.facts' },
  ]
  return shots.map((shot) => ({ shot: { ...shot, person: anna }, shown: [] }))
}

/** Names whom the pictures show; Anna looks after the others. */
export function castOf({ caregivers: [anna], patients: [rosa, walter, grace] }: House) {
  if (!anna || !rosa || !walter || !grace) throw new Error('The house is empty')
  return { anna, rosa, walter, grace }
}

/** How many of Anna's patients have fallen when the pictures are made. */
const wantedFalls = 2

/** Rare enough that nobody calls for help besides, as they do at every fourth fall. */
const fallEverySeconds = 20

/** Lets two people fall, one call for help, and one who called get an answer. */
export async function raiseAlarms(stage: Stage): Promise<void> {
  const { api, house, signal } = stage
  const { anna, walter, grace } = castOf(house)
  await call(api, walter, 'acknowledge', anna)
  const enough = new AbortController()
  const living = live(stage, AbortSignal.any([signal, enough.signal]), fallEverySeconds)
  while ((await incidentsOf(api, anna)).filter(isUnansweredFall).length < wantedFalls) {
    await sleep(500, undefined, { signal })
  }
  // Somebody who is on the floor lies still for some seconds before it is certain.
  await sleep(8000, undefined, { signal })
  enough.abort()
  await living
  await call(api, grace, 'none', anna)
}

async function call(
  api: Api,
  { token }: Account,
  answer: 'acknowledge' | 'none',
  by: Account,
): Promise<void> {
  const called = await api.ask<{ id: string }>('POST', '/sos', { token, body: {} })
  if (answer === 'none') return
  const path = `/incidents/${called.body.data.id}/acknowledge`
  await api.ask('POST', path, { token: by.token, body: { etaMinutes: 5 } })
}

/** Lets the wearables send until the signal; nobody falls unless it is said how often. */
export function live(
  { api, house, library }: Stage,
  signal: AbortSignal,
  fallEverySeconds?: number,
): Promise<void> {
  return liveInHouse(api, house, { library, signal, fallEverySeconds, say() {} })
}

const isUnansweredFall = ({ kind, state }: LiveIncident) => kind === 'FALL' && state === 'OPEN'

async function incidentsOf(api: Api, { token }: Account): Promise<LiveIncident[]> {
  return (await api.ask<LiveIncident[]>('GET', '/incidents', { token })).body.data
}
