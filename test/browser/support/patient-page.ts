import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { lostLine, type OpenedPage } from './browser.ts'
import { waitUntilLive } from './console.ts'

export const phone = { width: 390, height: 844 }
/** A page on a phone whose requests get lost now and then. */
export const patientPage = { ...phone, expectedErrors: [lostLine] }

export const helpButton = (page: Page) => page.getByRole('button', { name: 'I need help' })
export const fineButton = (page: Page) => page.locator('.big-button-fine')
export const called = (page: Page) => page.getByRole('heading', { name: 'Help has been called' })
export const undelivered = (page: Page) =>
  page.getByRole('heading', { name: 'Your call for help has not got through yet.' })
export const saidFine = (page: Page) =>
  page.getByText(/^Thank you. Your caregivers can see that you are fine/)

/** Loads the page of a patient who is signed in, and waits until it may call for help without a sign-in. */
export async function loadPatientPage({ page }: Pick<OpenedPage, 'page'>): Promise<void> {
  const allowed = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/help-page'),
  )
  await page.goto('/')
  await waitUntilLive(page)
  assert.equal((await allowed).status(), 201)
}

/** Lets an open page notice that its sign-in has ended, as its stream would within some seconds. */
export const noticeSignedOut = (page: Page): Promise<void> =>
  page.evaluate("window.dispatchEvent(new Event('online'))")
