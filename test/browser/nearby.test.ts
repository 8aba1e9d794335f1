import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { connectAsync, type MqttClient } from 'mqtt'
import type { Page } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { type Mosquitto, startMosquitto } from '../../harness/mosquitto.ts'
import { needsPrograms } from '../../harness/programs.ts'
import { until } from '../../harness/until.ts'
import { fullTest } from '../support/full.ts'
import { incidentsOf } from '../support/incidents.ts'
import { randomEui, uplink } from '../support/intake.ts'
import { makeCircle } from '../support/people.ts'
import { useService } from '../support/service.ts'
import { createTeam, join, makeHouse } from '../support/teams.ts'
import { browserSettings, useBrowser } from './support/browser.ts'
import { consoleOptions } from './support/console-page.ts'
import { done } from './support/house.ts'
import { beginJourney } from './support/journey.ts'
import { findSidewaysScroll, findSmallTargets } from './support/page-checks.ts'

const service = useService(browserSettings, consoleOptions)
const browser = useBrowser()

/** Half of the two minutes that it may take: the walk to the button is the other one. */
const targetSeconds = 60

const phone = { width: 390, height: 844 }

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()

async function assertFits(page: Page): Promise<void> {
  assert.deepEqual([...(await findSidewaysScroll(page)), ...(await findSmallTargets(page, 48))], [])
}

describe('devices of others in the console', needsBrowser(), () => {
  fullTest('a webhook is made, and what is sent there lights up and is given to a room', async () => {
    const { admin, caregiver, patient } = await makeCircle(service)
    const { north } = makeHouse()
    await done(service, 'PUT', `/patients/${patient.id}/residence`, admin, { ...north, room: '3' })
    const team = await createTeam(service, admin.token, { ...north })
    await join(service, admin.token, team, caregiver.id)
    const { page } = await browser.openPage(service, admin, { ...phone, path: '/admin/nearby' })
    await page.getByText('Webhooks in').click()
    await press(page, 'Make a webhook')
    await page.getByLabel('Name', { exact: true }).fill('LoRaWAN')
    await press(page, 'Make its address')
    const url = await page.getByLabel('Address').inputValue()
    assert.match(url, /\/api\/intake\/fwi_/)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByText('nothing has come yet').waitFor()

    const eui = randomEui()
    const send = (frame: number) =>
      service.call('POST', new URL(url).pathname.replace('/api', ''), {
        body: uplink(eui, { button: 'short' }, frame),
      })
    await send(1)
    await page.getByRole('heading', { name: eui }).waitFor()
    await page.getByText('Just now', { exact: true }).waitFor()
    await assertFits(page)
    await press(page, `Assign: ${eui}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('A room or a ward').click()
    await dialog.getByLabel('Ward', { exact: true }).selectOption(`North · ${north.site}`)
    await dialog.getByLabel('Room (optional)').fill('3')
    await dialog.getByLabel('Name (optional)').fill('Bathroom cord')
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await dialog.getByText('Bathroom cord is assigned').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('heading', { name: eui }).waitFor({ state: 'detached' })

    const { page: now } = await browser.openPage(service, caregiver, { path: '/' })
    await now.getByText('All is well').or(now.getByText('not being watched')).first().waitFor()
    await send(2)
    const what = `Room 3 · North · ${north.site}, Bathroom cord: somebody asks for help`
    await now.getByRole('link', { name: what }).first().click()
    await now.getByRole('heading', { name: what }).waitFor()
    await now.getByText('The button of the device was pressed').first().waitFor()

    await press(page, 'Delete LoRaWAN')
    await page.getByRole('dialog').getByText('their buttons no longer call').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('There is none yet.').waitFor()
    assert.equal((await send(3)).status, 404)
  })
})

describe('a Zigbee button', { ...needsPrograms('mosquitto'), ...needsBrowser() }, () => {
  let mosquitto: Mosquitto
  let publisher: MqttClient
  before(async () => {
    mosquitto = await startMosquitto()
    publisher = await connectAsync(mosquitto.url)
    const broker = service.app.connectBroker(mosquitto.url)
    await until(() => broker.isUp)
  })
  after(async () => {
    await publisher?.endAsync(true)
    await mosquitto?.stop()
  })

  test('is set up for a resident by an admin in a fraction of two minutes', async (t: TestContext) => {
    const { admin, caregiver, patient } = await makeCircle(service)
    const eui = randomEui()
    const topic = `zigbee2mqtt/0x${eui.toLowerCase()}`
    const pressButton = () =>
      publisher.publishAsync(topic, '{"action":"single","battery":96,"linkquality":131}', { qos: 1 })
    const { page: now } = await browser.openPage(service, caregiver, { path: '/' })
    await now
      .getByRole('link', { name: /Rosa Marín/ })
      .first()
      .waitFor()
    const { page } = await browser.openPage(service, admin, { ...phone, path: '/' })
    const journey = beginJourney(t, 'button')
    const act = (what: string, deed: () => Promise<unknown>) => journey.act(page, what, deed)
    await act('go to the devices', () => page.getByRole('link', { name: 'Devices', exact: true }).click())
    await act('go to what is nearby', () => page.getByRole('link', { name: 'Seen nearby' }).first().click())
    await act('read the topic that is proposed', () => press(page, 'Read it'))
    await page.getByText('Press it now.').waitFor()
    const line = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: eui }) })
    await act('press the button', () =>
      // The subscription begins a moment later, as for somebody who goes to the button first.
      until(async () => {
        await pressButton()
        return (await line.count()) > 0
      }),
    )
    await line.getByText('Just now', { exact: true }).waitFor()
    await assertFits(page)
    await act('assign it', () => press(page, `Assign: ${eui}`))
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.getByLabel('What is it?').inputValue(), 'BUTTON')
    await act('search the resident', () => dialog.getByRole('searchbox').fill('Rosa'))
    await act('choose her', () =>
      dialog.getByRole('button', { name: `Rosa Marín (${patient.email})` }).click(),
    )
    await act('save', () => dialog.getByRole('button', { name: 'Assign', exact: true }).click())
    await dialog.getByText('is assigned: Rosa Marín').waitFor()
    assert.deepEqual(await incidentsOf(service, patient), [])
    await act('press the button again', pressButton)

    const [alarm] = [now.getByRole('link', { name: 'Rosa Marín asks for help' }).first()]
    await alarm.waitFor()
    const [incident] = await incidentsOf(service, patient)
    assert.equal(incident.kind, 'SOS')
    await journey.end(now, targetSeconds)
  })
})

describe('a shared device', needsBrowser(), () => {
  fullTest('is moved to another ward and to a person, after it was said who is told then', async () => {
    const { admin, patient } = await makeCircle(service)
    const { north, south } = makeHouse()
    for (const ward of [north, south]) await createTeam(service, admin.token, ward)
    const externalId = randomEui()
    const body = { externalId, kind: 'DOOR', name: 'Garden door', place: { ...north, room: '3' } }
    await done(service, 'POST', '/admin/devices', admin, body)
    const { page } = await browser.openPage(service, admin, { ...phone, path: '/admin/devices' })
    const dialog = page.getByRole('dialog')
    const open = () => press(page, `Change: ${externalId}`)
    const save = async () => {
      await assertFits(page)
      await dialog.getByRole('button', { name: 'Save' }).press('Enter')
      await dialog.waitFor({ state: 'detached' })
    }
    const stored = async () =>
      (await service.call('GET', '/admin/devices', { token: admin.token, query: { externalId } })).body
        .data[0]

    await open()
    await dialog.getByLabel('Ward', { exact: true }).selectOption(`South · ${south.site}`)
    await dialog.getByText('From now on its calls go to').waitFor()
    await dialog.getByText('will no longer be told').waitFor()
    await dialog.getByLabel('What is it?').selectOption('Bed mat or bed sensor')
    await dialog.getByText('means out of bed').waitFor()
    await dialog.getByLabel('How often it is heard of').selectOption('1 day')
    await dialog.getByText('silent after 2 days').waitFor()
    await save()
    const { kind, place, expectedEverySeconds } = await stored()
    assert.deepEqual([kind, place, expectedEverySeconds], ['BED', { ...south, room: '3' }, 86_400])

    await open()
    await dialog.getByText('A person', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await dialog.getByText('Choose a person, or a ward.').waitFor()
    await dialog.getByRole('searchbox').fill(patient.email)
    await dialog.getByRole('button', { name: `Rosa Marín (${patient.email})` }).click()
    await dialog.getByText('told when it calls for Rosa Marín').waitFor()
    await dialog.getByRole('list').first().waitFor()
    await save()
    assert.deepEqual([(await stored()).userId, (await stored()).name], [patient.id, 'Garden door'])
  })
})
