import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Person } from '../../support/readings.ts'
import type { TestService } from '../../support/service.ts'
import { lostLine, type PageOptions, type useBrowser } from './browser.ts'
import { waitUntilLive } from './console.ts'

export const phone = { width: 390, height: 844 }

export const helpButton = (page: Page) => page.getByRole('button', { name: 'I need help' })
export const fineButton = (page: Page) => page.locator('.big-button-fine')
export const called = (page: Page) => page.getByRole('heading', { name: 'Help has been called' })
export const undelivered = (page: Page) =>
  page.getByRole('heading', { name: 'Your call for help has not got through yet.' })
export const saidFine = (page: Page) =>
  page.getByText(/^Thank you. Your caregivers can see that you are fine/)

export interface PatientPageOptions extends PageOptions {
  /** The clock of the page can be moved. */
  hasClock?: boolean
  /** Runs before the scripts of the page. */
  script?: string
}

/** Opens the page of a patient on a phone, once it may call for help without a sign-in. */
export async function openPatientPage(
  browser: ReturnType<typeof useBrowser>,
  service: TestService,
  patient: Person,
  { hasClock = false, script, ...options }: PatientPageOptions = {},
) {
  const opened = await browser.openPage(service, patient, {
    ...phone,
    expectedErrors: [lostLine],
    ...options,
  })
  const { page, context } = opened
  if (hasClock) await page.clock.install()
  if (script) await context.addInitScript(script)
  const allowed = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/help-page'),
  )
  await page.goto('/')
  await waitUntilLive(page)
  assert.equal((await allowed).status(), 201)
  return opened
}
