import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../harness/chromium.ts'
import { type MotionRow, type MotionSensors, openMotionSensors } from '../../harness/motion-sensors.ts'
import { post, signUpPatient } from './service-client.ts'

/** A page that is the phone of a patient of its own. */
export interface PhonePage {
  page: Page
  sensors: MotionSensors
  token: string
  deviceId: string
}

const labels = { wrist: 'On the wrist or in the hand', waist: 'At the waist' }

/** Where the page can say that the phone is, as recordings call it. */
export type PhonePlace = keyof typeof labels
export const phonePlaces = Object.keys(labels) as PhonePlace[]

/** Only the complete Chromium has sensors. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('There is no Chromium on this machine (CHROME_PATH names one)')
  return chromium.launch({
    executablePath,
    chromiumSandbox: false,
    args: ['--disable-dev-shm-usage', '--disable-gpu'],
  })
}

/** Pairs a page with a patient who signs up; the phone lies in the pose of `rest`. */
export async function openPhone(
  browser: Browser,
  api: string,
  place: PhonePlace,
  rest: MotionRow,
): Promise<PhonePage> {
  const name = `phone-${Math.random().toString(36).slice(2)}`
  const { token, id } = await signUpPatient(api, name)
  const { data } = await post(`${api}/patients/${id}/phone-links`, {}, token)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  const page = await context.newPage()
  const sensors = await openMotionSensors(page)
  await sensors.show(rest)
  await page.goto(`${new URL(api).origin}/phone#${(data as { token: string }).token}`)
  const paired = page.waitForResponse((response) => response.url().endsWith('/api/device/phones'))
  await page.getByRole('button', { name: 'Start' }).click()
  const device = (await (await paired).json()) as { data: { id: string } }
  await page.getByLabel('Where is the phone?').selectOption({ label: labels[place] })
  return { page, sensors, token, deviceId: device.data.id }
}

export const isWatching = (page: Page) => page.getByText(/^✓ Watching$/).waitFor()
