import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { until } from '../../harness/until.ts'
import { fullTest } from '../support/full.ts'
import { incidentsOf } from '../support/incidents.ts'
import { reportFall } from '../support/people.ts'
import { adminAccount, useService } from '../support/service.ts'
import { browserSettings, useBrowser } from './support/browser.ts'
import { consoleFolder, fallTitle, makeHousehold } from './support/console.ts'
import { useSharedPage } from './support/shared-page.ts'

const service = useService(browserSettings, { consoleFolder })
const visit = useSharedPage(useBrowser(), service)

interface Focus {
  name: string
  isVisible: boolean
}

/** The element with the focus: what it is called, and whether one sees that it has it. */
const readFocus = `(() => {
  const element = document.activeElement
  if (!element || element === document.body) return { name: 'nothing', isVisible: false }
  const marked = (one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  }
  const { width, height, bottom, top } = element.getBoundingClientRect()
  const label = element.labels?.[0] ?? element.closest('label')
  const text = element.getAttribute('aria-label') ?? label?.innerText ?? element.innerText ?? ''
  return {
    name: element.matches('main, [role=dialog], [role=alertdialog]') ? element.tagName.toLowerCase() : text.trim(),
    isVisible: width > 0 && height > 0 && bottom > 0 && top < innerHeight &&
      (element.matches('[tabindex="-1"]') || marked(element) || (label !== null && marked(label))),
  }
})()`

/** Drives a page by its keys; each of them must leave the focus where one sees it. */
function keyboardOf(page: Page) {
  async function focus(): Promise<Focus> {
    const found = await page.evaluate<Focus>(readFocus)
    assert.ok(found.isVisible, `the focus is on ${found.name}, and cannot be seen`)
    return found
  }
  return {
    focus,
    until: (condition: string) => until(() => page.evaluate<boolean>(condition), 60_000),
    type: (text: string) => page.keyboard.type(text),
    press: (key: string) => page.keyboard.press(key),
    /** Goes forward to something by its name. */
    async tabTo(name: string | RegExp): Promise<void> {
      const passed: string[] = []
      const isIt = (text: string) => (typeof name === 'string' ? text === name : name.test(text))
      while (passed.length < 60) {
        await page.keyboard.press('Tab')
        const { name: found } = await focus()
        if (isIt(found)) return
        passed.push(found)
      }
      assert.fail(`${name} cannot be reached; there are only ${passed.join(', ')}`)
    },
  }
}

describe('without a mouse', needsBrowser(), () => {
  test('somebody signs in, finds the incident, answers it and ends it', async () => {
    const { patient, ana } = await makeHousehold(service)
    await reportFall(service, patient)
    const page = await visit(undefined, '/', { expectedErrors: [/401/] })
    const keys = keyboardOf(page)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await keys.tabTo('E-mail or sign-in name')
    await keys.type(ana.email)
    await keys.tabTo('Password')
    await keys.type(ana.password)
    await keys.press('Enter')

    await page.getByRole('heading', { name: 'Needs an answer' }).waitFor()
    await keys.focus()
    await keys.tabTo(/^Rosa .* fallen$/)
    await keys.press('Enter')
    await fallTitle(page, patient).waitFor()
    await keys.focus()
    await keys.tabTo(/^I’m on it: /)
    await keys.press('Enter')
    await page.getByText('You are on it').waitFor()
    await keys.until('document.activeElement.id === "incident-actions"')
    await keys.focus()

    await keys.tabTo('End the incident …')
    await keys.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'End the incident' })
    await dialog.waitFor()
    await keys.focus()
    await keys.tabTo('A real fall')
    await keys.press('ArrowDown')
    assert.equal((await keys.focus()).name, 'A near fall')
    await keys.tabTo('End the incident')
    await keys.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/^Ended by Ana Gil/).waitFor()
    await keys.until('document.activeElement !== document.body')
    await keys.focus()
    const [incident] = await incidentsOf(service, ana, { state: 'RESOLVED' })
    assert.equal(incident.outcome, 'NEAR_FALL')
  })

  fullTest('an admin reaches everybody who was found, and chooses one', async () => {
    const { ana } = await makeHousehold(service)
    for (const firstName of ['Vera', 'Walter']) await service.signUp({ firstName, lastName: 'Zorn' })
    const page = await visit(adminAccount, `/admin/people/${ana.id}`)
    const keys = keyboardOf(page)
    await page.getByRole('button', { name: 'Assign a patient' }).waitFor()
    await keys.tabTo('Assign a patient')
    await keys.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await keys.tabTo('Patient')
    await keys.type('Zorn')
    await dialog.getByText('2 people found').waitFor()
    await keys.press('ArrowDown')
    await keys.press('Enter')
    await keys.tabTo(/ Zorn \(/)
    const first = await keys.focus()
    await keys.tabTo(/ Zorn \(/)
    const second = await keys.focus()
    assert.notEqual(first.name, second.name)
    await keys.press('Enter')
    await keys.until(`document.activeElement.innerText === ${JSON.stringify(second.name)}`)
    await keys.press('Enter')
    await keys.focus()
    await keys.tabTo('Choose somebody else')
    await keys.press('Enter')
    await keys.until("document.activeElement.type === 'search'")
    await keys.tabTo(first.name)
    await keys.press('Enter')
    await keys.tabTo('Assign')
    await keys.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByLabel(`Priority: ${first.name.split(' (')[0]}`).waitFor()
  })
})
