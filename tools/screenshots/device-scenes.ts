import type { Page } from 'playwright-core'
import { openMotionSensors } from '../../harness/motion-sensors.ts'
import type { Account } from '../demo/house/house.ts'
import { castOf, type Scene, type Stage } from './scenes.ts'

const bedMat = 'A4:C1:38:00:77:01'
const gardenDoor = '00:15:8D:00:04:5A:11:C7'
const button = '00124B0024C8F1A7'
const lying = [0.4, 0.2, 9.79, 0, 0, 0]

/** Gives people devices that say something, lets others be seen nearby, and raises what they call for. */
export async function bringDevices(stage: Stage): Promise<void> {
  const { walter, grace } = castOf(stage.house)
  const { admin } = stage.house
  const ask = (path: string, body: object, by: Account = admin, method = 'POST') =>
    stage.api.ask<Record<string, string>>(method, path, { token: by.token, body })
  const wholeDay = { bedExitFrom: '00:00', bedExitTo: '00:00', wanderingFrom: '00:00', wanderingTo: '00:00' }
  const watched = { ...wholeDay, bedExitAfterMinutes: 0, wanderingEnabled: true }
  await ask(`/patients/${walter.id}/monitoring`, watched, admin, 'PUT')
  for (const [externalId, kind, name, owner] of [
    [bedMat, 'BED', 'Bed mat', walter],
    [gardenDoor, 'DOOR', 'Garden door', walter],
    [button, 'BUTTON', 'Bathroom cord', grace],
  ] as const)
    await ask('/admin/devices', { externalId, kind, name, userId: owner.id })
  const says = (owner: Account, device_id: string, event: string, more: object = {}) =>
    ask('/device/events', { device_id, event, ...more }, owner)
  await says(grace, button, 'test', { detail: 'long press' })
  await says(grace, button, 'battery', { battery_level: 71 })
  await says(grace, button, 'assist')
  await says(walter, bedMat, 'bed_exit')
  await says(walter, gardenDoor, 'door_opened')
  await seeNearby(stage)
}

async function seeNearby({ api, house: { admin } }: Stage): Promise<void> {
  const { token } = admin
  const body = { name: 'LoRaWAN of the house', adapter: 'things-stack' }
  const made = await api.ask<{ url: string }>('POST', '/admin/intake/sources', { token, body })
  const path = new URL(made.body.data.url).pathname.replace('/api', '')
  for (const [i, payload] of [{ button: 'short' }, { contact: false, battery: 81 }].entries())
    await api.ask('POST', path, {
      body: {
        end_device_ids: { device_id: `dev${i}`, dev_eui: `24E124535B31204${i}` },
        received_at: new Date().toISOString(),
        uplink_message: { session_key_id: 'AXBSH1Pk6Z0G166ozpQvUA==', f_cnt: 1, decoded_payload: payload },
      },
    })
}

/** Devices and what came of what they said. */
export async function deviceScenes(stage: Stage): Promise<Scene[]> {
  const { api, house } = stage
  const { anna, walter, grace } = castOf(house)
  const { admin } = house
  const { body } = await api.ask<{ id: string; kind: string }[]>('GET', '/incidents', { token: admin.token })
  const kinds = ['BED_EXIT', 'WANDERING', 'STAFF_ASSIST']
  const raised = body.data.filter(({ kind }) => kinds.includes(kind))
  return [
    { shot: { name: 'nearby', person: admin, path: '/admin/nearby', ready: '.nearby-list' }, shown: [] },
    { shot: { name: 'devices', person: admin, path: '/admin/devices', ready: 'table, li' }, shown: [] },
    ...[walter, grace].map((patient, i) => ({
      shot: {
        ...{ name: `patient-devices-${i + 1}`, person: anna },
        ...{ path: `/patients/${patient.id}?tab=devices`, ready: '.device-id' },
      },
      shown: [],
    })),
    {
      shot: {
        ...{ name: 'patient-watch', person: anna },
        ...{ path: `/patients/${walter.id}?tab=settings`, ready: 'fieldset' },
      },
      shown: [],
    },
    ...raised.map(({ id, kind }) => ({
      shot: {
        ...{ name: `incident-${kind.toLowerCase()}`, person: admin },
        ...{ path: `/incidents/${id}`, ready: '.timeline, ol' },
      },
      shown: [],
    })),
    { shot: { name: 'phone-unpaired', path: '/phone', ready: 'h1' }, shown: [] },
    {
      shot: {
        name: 'phone-watching',
        path: '/phone',
        ready: '.phone-good',
        arrive: (page) => pair(stage, page),
      },
      shown: [],
    },
  ]
}

/** Makes a page the phone of somebody, lying on a table. */
async function pair({ api, house }: Stage, page: Page): Promise<void> {
  const { rosa } = castOf(house)
  const { token } = house.admin
  const link = await api.ask<{ token: string }>('POST', `/patients/${rosa.id}/phone-links`, {
    token,
    body: {},
  })
  const sensors = await openMotionSensors(page)
  await sensors.show(lying)
  await page.goto(`/phone#${link.body.data.token}`)
  await page.locator('.button-primary').click()
  await page.locator('.phone-line', { hasText: /^Connected$/ }).waitFor()
}
