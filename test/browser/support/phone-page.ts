import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { openMotionSensors } from '../../../harness/motion-sensors.ts'
import { until } from '../../../harness/until.ts'
import type { Person } from '../../support/readings.ts'
import type { TestService } from '../../support/service.ts'
import { lostLine, type OpenedPage, type useBrowser } from './browser.ts'

/** The page of a phone; without a sign-in, some requests are refused. */
export const phone = { width: 390, height: 844, expectedErrors: [lostLine, /401/] }

export const state = (page: Page) => page.getByRole('region', { name: 'How it stands' })
export const watching = (page: Page) => state(page).getByText(/^✓ Watching$/)
export const connected = (page: Page) => state(page).locator('.phone-line', { hasText: /^Connected$/ })

/** How many seconds the page says that it keeps. */
export async function keptSeconds(page: Page): Promise<number> {
  return Number(/(\d+) seconds are kept/.exec((await state(page).textContent()) ?? '')?.[1] ?? 0)
}

/** The secret of a new code for a phone of a patient. */
export async function phoneToken(service: TestService, patient: Person): Promise<string> {
  const { body } = await service.call('POST', `/patients/${patient.id}/phone-links`, {
    ...{ token: patient.token, body: {} },
  })
  return body.data.token
}

/** Pairs a page that has sensors by a new code, and waits until it watches. */
export async function pairPage(service: TestService, page: Page, patient: Person): Promise<void> {
  const token = await phoneToken(service, patient)
  // With the same path, only the part after the # would change.
  await page.goto('/layers.css')
  await page.goto(`/phone#${token}`)
  await page.getByRole('button', { name: 'Start' }).click()
  await watching(page).waitFor()
  await connected(page).waitFor()
}

/** Opens the page of a phone that somebody has just paired. */
export async function openPaired(
  browser: ReturnType<typeof useBrowser>,
  service: TestService,
  patient: Person,
  prepare?: (opened: OpenedPage) => Promise<unknown>,
) {
  const opened = await browser.openPage(service, undefined, phone)
  const sensors = await openMotionSensors(opened.page)
  await prepare?.(opened)
  await pairPage(service, opened.page, patient)
  return { ...opened, sensors }
}

export async function devicesOf(service: TestService, { token }: Person): Promise<{ id: string }[]> {
  return (await service.call('GET', '/patients/me', { token })).body.data.devices
}

export async function deviceOf(service: TestService, patient: Person): Promise<{ id: string }> {
  const [device, ...others] = await devicesOf(service, patient)
  assert.ok(device && others.length === 0)
  return device
}

export interface StoredReading {
  /** By the service. */
  timestamp: string
  /** By the clock of the phone, at the last sample. */
  uptime: number
  samples: { rateHz: number; values: unknown[] }
}

/** The newest readings of a phone, the oldest first. */
export async function storedOf(
  service: TestService,
  { token }: Person,
  deviceId: string,
): Promise<StoredReading[]> {
  const query = { limit: '100', samples: 'true' }
  const { body } = await service.call('GET', `/device/${deviceId}/readings`, { token, query })
  return body.data.toSorted((a: StoredReading, b: StoredReading) => a.uptime - b.uptime)
}

/** Waits until another reading was stored, and gives the newest one. */
export async function nextStored(...given: Parameters<typeof storedOf>): Promise<StoredReading | undefined> {
  const before = (await storedOf(...given)).length
  await until(async () => (await storedOf(...given)).length > before, 60_000, 'another reading')
  return (await storedOf(...given)).at(-1)
}

/** Lets the clock of a page be set, and the page be hidden: its sensors say nothing then. */
export const moodyBrowser = `
  globalThis.setMs = 0
  const now = Date.now
  Date.now = () => now() + globalThis.setMs
  globalThis.isHidden = false
  Object.defineProperty(document, 'hidden', { get: () => globalThis.isHidden })
  addEventListener('devicemotion', (event) => globalThis.isHidden && event.stopImmediatePropagation(), { capture: true })
`
