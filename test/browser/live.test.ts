import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { until } from '../../harness/until.ts'
import { fullTest, isFull } from '../support/full.ts'
import { act, incidentsOf } from '../support/incidents.ts'
import { reportFall, writeTo } from '../support/people.ts'
import { addDevice, type Person } from '../support/readings.ts'
import { adminAccount, useService } from '../support/service.ts'
import { type Account, browserSettings, useBrowser } from './support/browser.ts'
import {
  acknowledgeButton,
  collectEventIds,
  consoleFolder,
  fallCard,
  fallLink,
  fallTitle,
  makeHousehold,
  waitUntilLive,
  watchApi,
} from './support/console.ts'
import { watchConsole } from './support/console-page.ts'
import { hold } from './support/hold.ts'
import { beginCheck } from './support/house.ts'
import { usePagePool } from './support/page-pool.ts'

const service = useService(browserSettings, { consoleFolder })
const browser = useBrowser()
const pool = usePagePool(browser, service)

async function openNow(person: Account, options = {}) {
  const opened = await pool.openPage(person, { path: '/', ...options })
  await waitUntilLive(opened.page)
  return opened
}

/** Lets somebody fall, and gives the id of the incident. */
async function fall(patient: Person): Promise<string> {
  await reportFall(service, patient)
  return (await incidentsOf(service, patient))[0].id
}

const waitMs = 60_000

describe('an empty installation', needsBrowser(), () => {
  fullTest('leads its admin to the first run, once, and does not say that all is well', async () => {
    const { page } = await pool.openPage(adminAccount, { path: '/' })
    await page.waitForURL('**/welcome')
    await page.getByRole('status').filter({ hasText: '0 of 6 steps' }).waitFor()
    await page.goto('/')
    await page.getByText('There are no patients here yet.').waitFor()
    await page.getByRole('link', { name: 'Begin the setup' }).waitFor()
    assert.equal(await page.getByText('All is well').count(), 0)
  })
})

interface PatientPageCheck {
  page: Page
  patient: Person
  eva: Person
  colleague: Page
}

/**
 * Goes from an incident that was a false alarm to the page of its patient, which says the same of the fall,
 * and writes a note there, which a colleague reads.
 */
async function checkPatientPage({ page, patient, eva, colleague }: PatientPageCheck): Promise<void> {
  const unreachable = page.getByText('You cannot be reached')
  await page.getByRole('link', { name: /^More about/ }).click()
  await page.getByRole('tab', { name: 'Falls' }).click()
  await page.getByText('No falls in 90 days').first().waitFor()
  await page.getByText('Not counted as falls: 1 false alarm.').waitFor()
  await page.getByRole('cell', { name: 'Very probably a fall' }).waitFor()
  await page.getByRole('cell').getByRole('link', { name: 'A false alarm' }).click()
  await page.getByText(/^Ended by Ana Gil/).waitFor()
  await page.goBack()
  await page.getByRole('tab', { name: 'Falls', selected: true }).waitFor()
  await page.getByRole('tab', { name: 'Health' }).click()
  await page.getByRole('button', { name: '90 days' }).click()
  await page.getByRole('tab', { name: 'Notes' }).click()
  await page.reload()
  await page.getByRole('tab', { name: 'Notes', selected: true }).waitFor()
  assert.equal(new URL(page.url()).search, '?tab=notes&range=quarter')
  await unreachable.waitFor()
  const contact = { channel: 'ntfy', url: 'https://ntfy.sh/eva-is-at-home' }
  await service.call('POST', '/notifications/contacts', { token: eva.token, body: contact })
  await unreachable.waitFor({ state: 'detached' })

  const text = 'Hears badly.\n<img src=x onerror=alert(1)>'
  await page.getByLabel('New note').fill(text)
  await page.getByRole('button', { name: 'Save the note' }).click()
  await page.getByRole('listitem').getByText(text).waitFor()
  await colleague.goto(page.url())
  const note = colleague.getByRole('listitem').filter({ hasText: text })
  await note.getByText('Eva Sol').waitFor()
  assert.equal(await note.getByRole('button', { name: 'Delete' }).count(), 0)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Nobody has noted anything yet.').waitFor()
  await colleague.getByText('Nobody has noted anything yet.').waitFor()

  await page.goto('/incidents?page=99')
  await fallLink(page, patient).waitFor()
  assert.equal(new URL(page.url()).search, '')
}

describe('what happens', needsBrowser(), () => {
  test('is on an open screen without a reload, and what one does, on those of the others', async () => {
    const { patient, ana, eva } = await makeHousehold(service)
    const [{ page: first }, { page: second }] = [await openNow(ana), await openNow(eva)]
    await first.getByText('No alarm is open.').waitFor()
    await fall(patient)
    await acknowledgeButton(fallCard(second, patient)).waitFor()
    const announcement = second.getByRole('alert').filter({ hasText: patient.firstName })
    assert.equal(await announcement.count(), 1)
    await acknowledgeButton(fallCard(first, patient)).click()
    await fallCard(second, patient).getByText('Ana Gil is on it').waitFor()
    assert.equal(await acknowledgeButton(second).count(), 0)
    await fallCard(first, patient).getByText('You are on it').waitFor()
    // What a screen reader has said does not stay to be found.
    await announcement.waitFor({ state: 'detached' })

    await fallLink(second, patient).click()
    await fallTitle(second, patient).waitFor()
    await fallLink(first, patient).click()
    await first.getByRole('button', { name: 'End the incident …' }).click()
    await first.getByRole('radio', { name: 'A false alarm' }).check()
    await first.getByRole('button', { name: 'End the incident', exact: true }).click()
    await second.getByText(/^Ended by Ana Gil/).waitFor()
    await second.getByRole('strong').getByText('A false alarm').waitFor()
    assert.equal(await second.getByRole('button', { name: 'End the incident …' }).count(), 0)
    if (isFull) await checkPatientPage({ page: second, patient, eva, colleague: first })
  })

  test('has one answer: of two who answer at once, one wins and the other hears who', async () => {
    const { patient, ana, eva } = await makeHousehold(service)
    await fall(patient)
    const refusal = { expectedErrors: [/409/] }
    const { page: mine } = await openNow(ana, refusal)
    const { page: theirs } = await openNow(eva, refusal)
    const waiting: Route[] = []
    for (const page of [mine, theirs]) {
      await page.route('**/acknowledge', async (route) => void waiting.push(route))
      await acknowledgeButton(fallCard(page, patient)).click()
    }
    await until(() => waiting.length === 2, waitMs)
    await Promise.all(waiting.map((route) => route.continue()))
    const { handledBy } = await until(async () => {
      const [incident] = await incidentsOf(service, ana)
      return incident.state === 'ACKNOWLEDGED' && incident
    }, waitMs)
    const [winner, loser] = handledBy.id === ana.id ? [mine, theirs] : [theirs, mine]
    await loser.getByRole('alert').getByText(`${handledBy.name} is already on it.`).waitFor()
    await fallCard(loser, patient).getByText(`${handledBy.name} is on it`).waitFor()
    await fallCard(winner, patient).getByText('You are on it').waitFor()
  })

  fullTest('is not lost while the list is being read', async () => {
    const { patient, ana } = await makeHousehold(service)
    const { page } = await pool.openPage(ana)
    let isAnswered = false
    await page.route('**/api/incidents?*', async (route) => {
      const response = await route.fetch()
      if (!isAnswered) {
        isAnswered = true
        // The answer is on its way while somebody falls, and the stream is faster.
        const ids = await until(async () => collectEventIds(page, ana).catch(() => undefined), waitMs)
        await waitUntilLive(page)
        await fall(patient)
        await until(async () => (await ids()).length > 0, waitMs)
      }
      await route.fulfill({ response })
    })
    await page.goto('/')
    await fallCard(page, patient).waitFor()
  })

  test('is said on every screen of caregivers and admins, as are messages', async () => {
    const { patient, ana } = await makeHousehold(service)
    const { page } = await openNow(ana, { path: '/me/profile' })
    const { page: admin } = await openNow(adminAccount, { path: '/admin/audit' })
    const id = await fall(patient)
    const banner = (shown: Page) => shown.getByRole('alert').filter({ hasText: 'Help is needed now' })
    const title = (shown: Page) => shown.evaluate<string>('document.title')
    await fallLink(page, patient).waitFor()
    assert.equal(
      await title(page),
      `⚠ ${await fallLink(page, patient).textContent()} · My profile · Fallwatch`,
    )
    await fallLink(admin, patient).waitFor()
    assert.match(await title(admin), /^⚠ /)
    assert.equal(await banner(admin).count(), 1)
    await banner(page).getByRole('link').click()
    await fallTitle(page, patient).waitFor()
    assert.equal(new URL(page.url()).pathname, `/incidents/${id}`)
    assert.equal(await banner(page).count(), 0)
    await page.getByRole('link', { name: 'Now' }).click()
    await fallCard(page, patient).waitFor()
    assert.equal(await banner(page).count(), 0)
    await page.goto('/messages')
    await banner(page).waitFor()
    await act(service, ana, id, 'acknowledge', {})
    await banner(page).waitFor({ state: 'detached' })
    assert.equal(await title(page), 'Messages · Fallwatch')

    await page.goto('/me/profile')
    const unread = (count: number) => page.getByRole('status').getByText(`${count} unread message`)
    const { id: messageId } = await writeTo(service, patient, ana)
    await unread(1).waitFor()
    await writeTo(service, patient, ana)
    await unread(2).waitFor()
    await page.reload()
    await unread(2).waitFor()
    // In another browser.
    await service.call('POST', `/messages/${messageId}/read`, { token: ana.token })
    await unread(1).waitFor()
  })

  fullTest('says where to go: in the banner, in the list, on the card and in the incident', async () => {
    const { patient, ana } = await makeHousehold(service)
    const body = { site: 'Elm House', ward: 'Garden wing', room: '12' }
    await service.call('PUT', `/patients/${patient.id}/residence`, { token: ana.token, body })
    const place = 'Room 12 · Garden wing · Elm House'
    const { page } = await openNow(ana)
    await page.getByRole('link').filter({ hasText: patient.lastName }).getByText(place).waitFor()
    await fall(patient)
    await fallCard(page, patient).getByText(place).waitFor()
    await page.goto('/incidents')
    await page.getByRole('cell', { name: place }).waitFor()
    await page.getByRole('alert').getByRole('link', { name: place }).click()
    await fallTitle(page, patient).waitFor()
    assert.equal(await page.getByText(place).count(), 2)
    const contacts = page.getByRole('region', { name: 'Where, and whom to call' })
    await contacts.getByText(place).waitFor()
  })

  fullTest(
    'is at the end of a long timeline, whose earlier entries are shown when they are asked for',
    async () => {
      const { patient, ana } = await makeHousehold(service)
      const id = await fall(patient)
      await service.ctx.db.query(
        `insert into incident_entries (incident_id, at, type, actor_id, text)
       select $1, $2, 'note', $3, 'Entry ' || n from generate_series(1, 250) as n`,
        [id, service.ctx.now(), ana.id],
      )
      const { page } = await pool.openPage(ana, { path: `/incidents/${id}` })
      await waitUntilLive(page)
      const timeline = page.getByRole('region', { name: 'Timeline' })
      const texts = () => timeline.locator('.timeline-text').allTextContents()
      const more = timeline.getByRole('button', { name: 'Show what happened earlier' })
      await more.waitFor()
      const shown = await texts()
      assert.deepEqual([shown.length, shown[0], shown.at(-1)], [100, 'Entry 151', 'Entry 250'])
      await more.click()
      await until(async () => (await texts())[0] === 'Entry 51', waitMs)
      // What is added meanwhile shifts the pages of all that is shown.
      const text = 'The door is open.'
      assert.equal((await act(service, patient, id, 'notes', { text })).status, 201)
      await until(async () => (await texts()).at(-1) === text && (await texts())[0] === 'Entry 52', waitMs)
      await more.click()
      const all = [
        'A person reported a fall',
        ...Array.from({ length: 250 }, (_, i) => `Entry ${i + 1}`),
        text,
      ]
      await until(async () => (await texts()).length === all.length && (await more.count()) === 0, waitMs)
      assert.deepEqual((await texts()).slice(1), all.slice(1))
    },
  )

  fullTest('reaches all tabs of a browser over one stream, which the next tab takes over', async () => {
    const { patient, ana, eva } = await makeHousehold(service)
    const { page: leader, context, url } = await browser.openPage(service, ana, { path: '/' })
    await waitUntilLive(leader)
    const id = await fall(patient)
    await fallCard(leader, patient).waitFor()
    const openTab = async () => {
      const page = await context.newPage()
      const streams = watchApi(page, (request) => request === 'GET /events')
      await page.goto(`${url}/incidents/${id}`)
      await fallTitle(page, patient).waitFor()
      await waitUntilLive(page)
      return { page, streams }
    }
    const [second, third] = [await openTab(), await openTab()]
    // Nobody reads the stream while this happens: the next tab must begin where the last one ended.
    await second.page.route('**/api/events', async (route) => {
      await act(service, eva, id, 'acknowledge', { etaMinutes: 0 })
      await route.continue()
    })
    await leader.close()
    await second.page.getByText('Eva Sol is on it').waitFor()
    await third.page.getByText('Eva Sol is on it').waitFor()
    await third.page.getByText(/^expected at .+, (now|\d+ seconds? ago)$/).waitFor()
    await act(service, eva, id, 'release')
    await acknowledgeButton(second.page).waitFor()
    await acknowledgeButton(third.page).waitFor()
    assert.deepEqual(second.streams, ['GET /events'])
    assert.deepEqual(third.streams, [], 'the third tab has opened a stream, too')
  })
})

describe('somebody who calls for help', needsBrowser(), () => {
  test('hears of each call that it was heard, and who is being told', async () => {
    const { patient, ana } = await makeHousehold(service)
    const { page } = await openNow(patient)
    const { page: caregiver } = await openNow(ana)
    const help = page.getByRole('button', { name: 'I need help' })
    await help.click()
    await page.getByRole('heading', { name: 'Help has been called' }).waitFor()
    await help.click()
    await page.getByText('We have heard you.').waitFor()
    service.advance('61s')
    await help.click()
    await page.getByText(/^You asked for help again at \d+:\d+/).waitFor()
    await page.getByText('We are telling your caregivers again.').waitFor()
    assert.equal(await page.getByText('We are telling your caregivers.', { exact: true }).count(), 0)
    const card = caregiver.getByRole('listitem').filter({ hasText: 'asks for help' })
    const said = (words: string) => new RegExp(`^Said ?(again)?: “${words}”(now|\\d+ seconds? ago)$`)
    await card
      .getByRole('listitem')
      .filter({ hasText: said('I need help') })
      .waitFor()
    await card.getByText('Nobody has been notified yet').waitFor()
    const saidFine = card.getByRole('listitem').filter({ hasText: said('I’m fine') })
    await hold(page, page.getByRole('button', { name: 'I’m fine' }), saidFine)
    await card.getByRole('link').click()
    await caregiver.locator('.incident-header').getByText('Said: “I’m fine”').waitFor()
  })
})

describe('somebody who seems to have fallen', needsBrowser(), () => {
  fullTest('is asked on every screen; what comes of it is shown live, with the motion', async () => {
    const { patient, ana } = await makeHousehold(service)
    const { page } = await openNow(patient, { path: '/me/profile' })
    await page.getByRole('heading', { level: 1, name: 'My profile' }).waitFor()
    const id = await beginCheck(service, patient)
    const question = page.getByRole('alertdialog', { name: 'Are you fine?' })
    await question.getByRole('timer').waitFor()
    const { page: caregiver } = await pool.openPage(ana)
    const traces = watchApi(caregiver, (request) => request.endsWith('/trace'))
    await caregiver.goto(`/incidents/${id}`)
    await until(() => traces.length === 1, waitMs)
    const thanks = page.getByText('Good to hear that you are fine. Nobody has to come.')
    await hold(page, question.getByRole('button', { name: 'I’m fine' }), thanks)
    await question.waitFor({ state: 'detached' })
    await caregiver.getByText('Called off: the patient is fine').waitFor()
    // The readings after the impact had not arrived when the page was opened.
    await until(() => traces.length > 1, waitMs)
  })
})

describe('the alarm', needsBrowser(), () => {
  test('sounds in one tab of a browser, and is silenced in all of them', async () => {
    const { patient, ana } = await makeHousehold(service)
    const { page: first, context, url } = await browser.openPage(service, ana, { path: '/' })
    await waitUntilLive(first)
    await context.addInitScript(`{
      globalThis.beeps = 0
      const Oscillator = OscillatorNode
      globalThis.OscillatorNode = class extends Oscillator {
        constructor(...given) { super(...given); globalThis.beeps++ }
      }
    }`)
    await first.getByRole('button', { name: 'Switch the alarm on and test it' }).click()
    const second = await context.newPage()
    await second.goto(url)
    await first.reload()
    const tabs = [first, second]
    for (const tab of tabs) {
      await waitUntilLive(tab)
      // A browser allows sound after a touch.
      await tab.getByText('No alarm is open.').click()
    }
    const beeps = () => Promise.all(tabs.map((tab) => tab.evaluate<number>('beeps')))
    const silence = (tab: Page) => tab.getByRole('button', { name: 'Silence this device for 2 minutes' })
    await fall(patient)
    for (const tab of tabs) await silence(tab).waitFor()
    // Two tones each time.
    const [a = 0, b = 0] = await until(async () => {
      const counted = await beeps()
      return counted.some((count) => count >= 4) && counted
    }, waitMs)
    assert.equal(Math.min(a, b), 0, `both tabs sound: ${a}, ${b}`)
    await silence(first).click()
    for (const tab of tabs) await silence(tab).waitFor({ state: 'detached' })
    // Whoever silenced it knows of the incident, reload or not.
    await first.reload()
    await waitUntilLive(first)
    await first.locator('.incident-card').waitFor()
    assert.equal(await silence(first).count(), 0)
    assert.equal(await first.evaluate<number>('beeps'), 0)
  })
})

describe('a screen', needsBrowser(), () => {
  fullTest('needs few requests, and none while nothing happens', async () => {
    const { patient, ana } = await makeHousehold(service)
    await addDevice(service, patient.token, { heart_rate: 88 })
    await fall(patient)
    const { page } = await browser.openPage(service, ana)
    await page.clock.install()
    const { requests, settle } = watchConsole(page)
    /** Gives what was asked; what was read before the stream began is read again, which does not count. */
    const shown = async () => {
      await waitUntilLive(page)
      await settle()
      return [...new Set(requests)]
    }
    await page.goto('/')
    await fallCard(page, patient).waitFor()
    const first = await shown()
    assert.ok(first.length <= 6, `Now: ${first.join(', ')}`)

    requests.length = 0
    await fallLink(page, patient).click()
    await fallTitle(page, patient).waitFor()
    const second = await shown()
    assert.ok(second.length <= 6, `Incident: ${second.join(', ')}`)

    // React draws parts that were loaded later up to 0.3 s after those before them. Drawn ten minutes later, they would
    // take what they show for old.
    await page.clock.runFor(1000)
    await settle()
    requests.length = 0
    await page.clock.fastForward('10:00')
    await waitUntilLive(page)
    await settle()
    assert.deepEqual(requests, [])

    // By its address, as a notification opens it.
    requests.length = 0
    await page.reload()
    await fallTitle(page, patient).waitFor()
    const reloaded = await shown()
    assert.ok(reloaded.length <= 6, `Incident by its address: ${reloaded.join(', ')}`)
    await page
      .getByRole('definition')
      .filter({ hasText: /^88 bpm .*(now|ago)$/ })
      .waitFor()
    await page.getByRole('link', { name: /^More about/ }).click()
    await page.locator('.tag').getByText('Needs help').waitFor()
  })
})
