// Full: React shows every text as text; one with markup is in everyday.test.ts.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { act, incidentsOf } from '../support/incidents.ts'
import { reportFall } from '../support/people.ts'
import { assign, type Person } from '../support/readings.ts'
import { adminAccount, useService } from '../support/service.ts'
import { type Account, browserSettings, useBrowser } from './support/browser.ts'
import { consoleOptions, watchConsole } from './support/console-page.ts'
import { done } from './support/house.ts'
import { findSidewaysScroll } from './support/page-checks.ts'
import { useSharedPage } from './support/shared-page.ts'

const markup = '<img src=x onerror=alert(1)>'
const broken = '"><script>alert(2)</script>'
const rightToLeft = 'אבג (א) 1!'
/** The service refuses it now, but a database may have it. */
const mirrored = '\u202Edlrow\u200F'
const endless = 'W'.repeat(100)
const emoji = '👩🏽‍🚒🧑‍🤝‍🧑 {{name}} $t(nav.now)'
const hostileTexts = [markup, broken, rightToLeft, endless, emoji]

const service = useService(browserSettings, consoleOptions)
const visit = useSharedPage(useBrowser(), service)

interface Scene {
  caregiver: Person
  /** Each has one hostile text for a first name, and another for a last name. */
  patients: Person[]
  incidentIds: string[]
}

let scene: Scene
before(async () => {
  const signUp = (i: number, role: string): Promise<Person> => {
    const [firstName, lastName] = [hostileTexts[i], hostileTexts[(i + 1) % hostileTexts.length]]
    return service.signUp({ firstName, lastName, role })
  }
  const caregiver = await signUp(0, 'CAREGIVER')
  const patients = await Promise.all(hostileTexts.map((_, i) => signUp(i, 'PATIENT')))
  await service.ctx.db.query('update users set last_name = $2 where id = $1', [patients[1]?.id, mirrored])
  const incidentIds: string[] = []
  for (const [i, patient] of patients.entries()) {
    await assign(service, caregiver.id, patient.id)
    const [location, injuries] = [hostileTexts[(i + 2) % 5], hostileTexts[(i + 3) % 5]]
    await reportFall(service, patient, { confidence: 0.95, location, injuries })
    const [incident] = await incidentsOf(service, patient)
    await act(service, caregiver, incident.id, 'notes', { text: hostileTexts[(i + 4) % 5] })
    for (const content of hostileTexts)
      await done(service, 'POST', '/messages', patient, { recipientId: caregiver.id, content })
    incidentIds.push(incident.id)
  }
  scene = { caregiver, patients, incidentIds }
})

interface Place {
  name: string
  paths(scene: Scene): string[]
}

const ofCaregiver: Place[] = [
  { name: 'Now', paths: () => ['/'] },
  { name: 'an incident', paths: ({ incidentIds }) => incidentIds.map((id) => `/incidents/${id}`) },
  { name: 'incidents', paths: () => ['/incidents'] },
  { name: 'a patient', paths: ({ patients }) => patients.map(({ id }) => `/patients/${id}`) },
  { name: 'messages', paths: () => ['/messages'] },
]
const ofAdmin: Place[] = [{ name: 'people', paths: () => ['/admin/people'] }]

/** Elements that only hostile text could have made. */
const made = `[...document.querySelectorAll('img[src="x"], script:not([src]), [onerror]')].map((one) => one.outerHTML)`

/** What a page says, without the marks by which it keeps directions apart. */
const textsOf = async (page: Page): Promise<string> =>
  String(await page.evaluate('document.body.textContent')).replaceAll(/[\u2068\u2069]/g, '')

/** Goes from one place to the next, by links as it were, and looks for what is not only text. */
async function checkPlaces(account: Account, places: Place[]): Promise<void> {
  const page = await visit(account, '/me/profile')
  const { settle } = watchConsole(page)
  const found: string[] = []
  const widths = [1280, 320]
  page.on('dialog', (dialog) => {
    found.push(`a dialog says ${dialog.message()}`)
    void dialog.dismiss()
  })
  for (const { name, paths } of places) {
    let seen = ''
    for (const path of paths(scene)) {
      // The former screen stays until the next one is there.
      await page.evaluate(`document.querySelector('h1')?.setAttribute('data-left', '')`)
      await page.evaluate(`history.pushState(null, '', '${path}')`)
      await settle()
      seen += await textsOf(page)
      for (const element of (await page.evaluate(made)) as string[]) found.push(`${path} has ${element}`)
      // To change the width costs more than the rest: the next path begins with the width of this one.
      for (const width of widths) {
        if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 800 })
        for (const problem of await findSidewaysScroll(page)) found.push(`${path} at ${width}: ${problem}`)
      }
      widths.reverse()
    }
    for (const text of [...hostileTexts, mirrored])
      if (!seen.includes(text)) found.push(`${name} does not show ${text} as it is`)
  }
  assert.deepEqual(found, [])
}

describe('hostile text', needsBrowser(), () => {
  test('is only text for a caregiver', () => checkPlaces(scene.caregiver, ofCaregiver))
  test('is only text for an admin', () => checkPlaces(adminAccount, ofAdmin))
})
