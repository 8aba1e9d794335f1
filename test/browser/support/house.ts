import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { type PushReceiver, startPushReceiver } from '../../../harness/push-receiver.ts'
import { recordDetectedFall } from '../../../src/alerting/falls/falls.service.ts'
import { act, incidentsOf } from '../../support/incidents.ts'
import { makeWebhook, randomEui, uplink } from '../../support/intake.ts'
import { reportFall, writeTo } from '../../support/people.ts'
import {
  addDevice,
  assign,
  everythingElse,
  type Fields,
  fallSequence,
  lying,
  type Person,
} from '../../support/readings.ts'
import { adminAccount, type TestService } from '../../support/service.ts'
import { setPin } from '../../support/stations.ts'
import { join } from '../../support/teams.ts'
import { type Account, browserSettings } from './browser.ts'

/** A house sends push messages to a receiver on this machine, and invites people. */
export const houseSettings = {
  ...browserSettings,
  ALLOW_PRIVATE_TARGETS: 'on',
  RATE_LIMIT_INVITATIONS: 'off',
}

/** People in every state that the screens show. Its caregivers are Anna and Ben. */
export interface House {
  admin: Account & { token: string }
  /** Reached by push. */
  anna: Person
  ben: Person
  /** Has fallen: an open incident with a trace; messages, and two wearables. */
  rosa: Person
  /** Has called for help; Ben is on it. */
  karl: Person
  /** Has fallen once; that is resolved. */
  mary: Person
  /** Her wearable runs out of power. */
  greta: Person
  /** Is being asked whether he is fine. */
  otto: Person
  /** A fall of Mary, whose record was changed. */
  documentedFallId: string
  incidents: { open: string; acknowledged: string; resolved: string; checked: string }
  /** Of a person who has not accepted yet. */
  invitationToken: string
  /** Anna's. */
  teamId: string
  push: PushReceiver
}

/** Makes a house. It happened within the last half hour; the clock of the service stands still afterwards. */
export async function furnish(service: TestService): Promise<House> {
  service.setClock(new Date(Date.now() - 30 * 60_000))
  const signUp = (firstName: string, lastName: string, role = 'PATIENT'): Promise<Person> =>
    service.signUp({ firstName, lastName, role })
  const [rosa, karl, mary, greta, otto] = await Promise.all([
    signUp('Rosa', 'Martín'),
    signUp('Karl', 'Schneider'),
    signUp('Mary', "O'Connor"),
    signUp('Margarete', 'von Hohenstein-Langenburg'),
    signUp('Otto', 'Lindner'),
  ])
  const anna = await signUp('Anna', 'Weber', 'CAREGIVER')
  const ben = await signUp('Ben', 'Okafor', 'CAREGIVER')
  for (const patient of [rosa, karl, mary, greta, otto])
    for (const caregiver of [anna, ben]) await assign(service, caregiver.id, patient.id)
  const admin = { ...adminAccount, token: await service.adminToken() }

  const push = await startPushReceiver(
    (await done(service, 'GET', '/notifications/push-key', anna)).publicKey,
  )
  await done(service, 'POST', '/notifications/contacts', anna, { channel: 'push', ...push.subscribe() })
  const gone = push.subscribe()
  await done(service, 'POST', '/notifications/contacts', ben, { channel: 'push', ...gone })
  push.expire(gone)

  const contact = { phone: '+34 600 123 456', emergencyContact: '+34 600 999 000', dateOfBirth: '1938-04-02' }
  await done(service, 'PUT', `/patients/${rosa.id}`, anna, contact)
  await wear(service, rosa, [...fallSequence, ...Array<Fields>(20).fill(lying)])
  await wear(service, rosa, [everythingElse])
  await wear(service, karl, [everythingElse])
  await wear(service, mary, [everythingElse])
  await wear(service, greta, Array<Fields>(3).fill({ ...everythingElse, battery_level: 4 }))
  await done(service, 'POST', '/sos', karl)
  const { id: documentedFallId } = await reportFall(service, mary, { confidence: 0.95 })
  await service.engine.runDue()
  const [open, acknowledged, resolved] = await Promise.all(
    [rosa, karl, mary].map((one) => only(service, one)),
  )
  assert.ok(open && acknowledged && resolved)
  await act(service, ben, acknowledged, 'acknowledge', { etaMinutes: 10 })
  await act(service, anna, resolved, 'acknowledge')
  await act(service, anna, resolved, 'resolve', { outcome: 'REAL_FALL', injuries: 'A bruise on the wrist' })
  await service.engine.runDue()
  const record = { location: 'Bathroom', witnessed: false, activity: 'TOILET', footwear: 'SOCKS' }
  for (const doctorTold of [false, true])
    await done(service, 'PUT', `/falls/${documentedFallId}/record`, anna, { ...record, doctorTold })
  const letters = [[anna, rosa] as const, ...Array(3).fill([rosa, anna] as const), [ben, mary] as const]
  for (const [from, to] of letters) await writeTo(service, from, to)
  await done(service, 'POST', `/patients/${rosa.id}/notes`, anna, { text: 'Hears badly on the left.' })
  await done(service, 'POST', '/admin/webhooks', admin, { url: `${new URL(gone.endpoint).origin}/hook` })
  const invited = await done(service, 'POST', '/caregivers', admin, {
    ...{ email: 'eva@example.org', firstName: 'Eva', lastName: 'Sol' },
  })

  service.setClock(new Date())
  const checked = await beginCheck(service, otto)
  // A button of a LoRaWAN server that nobody has assigned.
  const webhook = await makeWebhook(service, admin.token, 'things-stack')
  await webhook.send(uplink(randomEui(), { button: 'short' }))
  await service.app.intake.nearby.flush()
  const teamId = await settleWard(service, admin, { anna, ben }, [rosa, karl, mary, greta, otto])
  return {
    teamId,
    ...{ admin, anna, ben, rosa, karl, mary, greta, otto, documentedFallId },
    incidents: { open, acknowledged, resolved, checked },
    invitationToken: invited.invitation.token,
    push,
  }
}

const ward = { site: 'Lindenhof', ward: 'North' }

/**
 * Lets patients live in a ward, whose team has a rota and a note. Anna has the PIN 4711, the last patient a
 * representative, and the falls of somebody who was deleted are counted.
 */
async function settleWard(
  service: TestService,
  admin: { token: string },
  { anna, ben }: Pick<House, 'anna' | 'ben'>,
  patients: Person[],
): Promise<string> {
  // Without the confirmation, nobody is moved while an incident is open.
  for (const [index, { id }] of patients.entries())
    await done(service, 'PUT', `/patients/${id}/residence?confirm=true`, admin, {
      ...{ ...ward, room: String(201 + index) },
    })
  const { id } = await done(service, 'POST', '/admin/teams', admin, { name: 'Night shift', ...ward })
  for (const caregiver of [anna, ben]) await join(service, admin.token, { id }, caregiver.id)
  const shifts = ['MON', 'TUE'].flatMap((weekday) => [
    { weekday, from: '06:00', to: '14:00', caregiverIds: [anna.id] },
    { weekday, from: '22:00', to: '06:00', caregiverIds: [anna.id, ben.id] },
  ])
  await done(service, 'PUT', `/admin/teams/${id}/rota`, admin, { shifts })
  await done(service, 'POST', `/teams/${id}/handovers`, anna, { text: 'Room 203: light stays on at night.' })
  await setPin(service, anna)
  const [last] = patients.slice(-1)
  const representative = { name: 'Ana Gil', relationship: 'Daughter, by power of attorney' }
  await done(service, 'PUT', `/admin/patients/${last?.id}/representative`, admin, representative)
  const left = await service.signUp({ firstName: 'Emil', lastName: 'Roth' })
  await reportFall(service, left)
  await done(service, 'DELETE', `/admin/users/${left.id}?keepStatistics=true`, admin)
  return id
}

/** Signs a browser in as the tablet of the ward, on the screen that asks for its code. */
export async function openStation(service: TestService, { admin }: House, page: Page): Promise<void> {
  const body = { name: `Station ${randomUUID().slice(0, 4)}`, ...ward }
  const { code } = await done(service, 'POST', '/admin/stations', admin, body)
  await page.locator('input').fill(code)
  await page.locator('form button').click()
  await page.locator('.station').waitFor()
}

/** Calls the service, and gives the data of its answer. */
export async function done(
  service: TestService,
  method: string,
  path: string,
  { token }: { token: string },
  body?: object,
) {
  const answer = await service.call(method, path, { token, ...(body && { body }) })
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
  return answer.body.data
}

/** Lets a wearable notice a fall that its wearer has five minutes to deny. */
export async function beginCheck(service: TestService, patient: Person): Promise<string> {
  await done(service, 'PUT', `/patients/${patient.id}/monitoring`, patient, { okWindowSeconds: 300 })
  const { id: deviceId } = await addDevice(service, patient.token, everythingElse)
  await recordDetectedFall(service.ctx, {
    ...{ userId: patient.id, deviceId, confidence: 0.8, at: service.ctx.now(), late: false },
    motion: { accel: [0, 0, 39], gyro: [90, 0, 0] },
    evidence: {
      ...{ peakG: 4, turnDegrees: 80, stillSeconds: 0, secondsSince: 2, gotUpAfterSeconds: null },
      raisedBy: ['impact', 'turn'],
    },
  })
  return only(service, patient)
}

/** Gives the id of the single unresolved incident of a patient. */
async function only(service: TestService, patient: Person): Promise<string> {
  const [incident, ...others] = await incidentsOf(service, patient)
  assert.ok(incident && others.length === 0, 'the patient has not exactly one incident')
  return incident.id
}

async function wear(service: TestService, { token }: Person, readings: Fields[]): Promise<void> {
  const device = await addDevice(service, token, { ...everythingElse, ...readings[0] })
  for (const reading of readings) await device.send({ heart_rate: 81, spo2: 96, ...reading })
}
