import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { until } from '../../harness/until.ts'
import { alarmPatterns } from '../../web/src/shell/alarm-patterns.ts'
import { act, incidentsOf } from '../support/incidents.ts'
import { reportFall } from '../support/people.ts'
import { useService } from '../support/service.ts'
import { signUpResident } from '../support/wards.ts'
import { browserSettings, useBrowser } from './support/browser.ts'
import { waitUntilLive } from './support/console.ts'
import { consoleOptions } from './support/console-page.ts'

const service = useService(browserSettings, consoleOptions)
const browser = useBrowser()

const waitMs = 60_000

/** Keeps the pitch of every tone that the page plays. */
const collectTones = `{
  globalThis.tones = []
  const Oscillator = OscillatorNode
  globalThis.OscillatorNode = class extends Oscillator {
    constructor(context, options) { super(context, options); globalThis.tones.push(options.frequency) }
  }
}`

/** Chromium without windows allows sound at once; others do so after a touch. */
const blockUntilTouched = `{
  let isTouched = false
  addEventListener('pointerup', () => { isTouched = true }, true)
  Object.defineProperty(AudioContext.prototype, 'state', { get: () => isTouched ? 'running' : 'suspended' })
  AudioContext.prototype.resume = () => isTouched ? Promise.resolve() : new Promise(() => {})
}`

/** Waits until the page plays an alarm, from now on, again and again. */
async function hears(page: Page, sound: keyof typeof alarmPatterns): Promise<void> {
  const expected = alarmPatterns[sound].tones.map(({ hertz }) => hertz).join()
  await page.evaluate('tones.length = 0')
  await until(async () => {
    await page.clock.fastForward(alarmPatterns[sound].everySeconds * 1000)
    return (await page.evaluate<string>('tones.join()')).includes(`${expected},${expected}`)
  }, waitMs)
}

const sign = (page: Page, words: string): Locator =>
  page.locator('.shell-header').getByRole('link', { name: `${words}. Change the alarm sound` })

describe('the alarm sound', needsBrowser(), () => {
  test('is shown on each screen, tells who needs what, and comes back after two minutes', async () => {
    const ana = await service.signUp({ role: 'CAREGIVER', firstName: 'Ana', lastName: 'Gil' })
    const place = { site: null, ward: 'B', room: '7' }
    const rosa = await signUpResident(service, ana, place)
    const otto = await signUpResident(service, ana, place, { firstName: 'Otto', lastName: 'Lang' })
    const { page, context } = await browser.openPage(service, ana, { width: 390, height: 844 })
    await context.addInitScript(collectTones)
    await page.clock.install()
    await page.goto('/')

    // Where it is off, the sign leads to where it is switched on.
    await sign(page, 'Sound off').click()
    await page.waitForURL('**/me/notifications#sound')
    await page.locator('#sound').getByRole('button', { name: 'Switch the alarm on and test it' }).click()
    await sign(page, 'Sound on').waitFor()
    for (const name of ['Patients', 'Rosa Marín', 'Incidents', 'Messages', 'Now']) {
      await page.getByRole('link', { name, exact: true }).first().click()
      await sign(page, 'Sound on').waitFor()
    }

    await reportFall(service, rosa)
    await page.getByRole('link', { name: 'Rosa Marín has fallen' }).click()
    await page.getByRole('heading', { level: 1, name: 'Rosa Marín has fallen' }).waitFor()
    await hears(page, 'fall')
    await service.call('POST', '/sos', { token: otto.token })
    await page.getByRole('link', { name: 'Help is needed now' }).waitFor()
    await hears(page, 'help')

    await page.getByRole('button', { name: 'Silence this device for 2 minutes' }).click()
    await page
      .locator('.shell-header')
      .getByText(/^Silenced until \d/)
      .waitFor()
    await page.evaluate('tones.length = 0')
    await page.clock.fastForward('01:00')
    await page
      .locator('.shell-header')
      .getByText(/^Silenced until \d/)
      .waitFor()
    assert.deepEqual(await page.evaluate('tones'), [])
    await page.clock.fastForward('01:10')
    await sign(page, 'Sound on').waitFor()
    await hears(page, 'help')

    // Somebody has answered: the other alarm goes on alone, then none.
    const incidents = await incidentsOf(service, ana)
    for (const [kind, sound] of [
      ['SOS', 'fall'],
      ['FALL', undefined],
    ] as const) {
      const { id } = incidents.find((incident) => incident.kind === kind)
      assert.equal((await act(service, ana, id, 'acknowledge')).status, 200)
      if (sound) await hears(page, sound)
    }
    await page
      .getByRole('button', { name: 'Silence this device for 2 minutes' })
      .waitFor({ state: 'detached' })

    // A browser that was not touched since it was loaded is silent: the page says so, and any touch helps.
    await context.addInitScript(blockUntilTouched)
    await page.reload()
    await waitUntilLive(page)
    await sign(page, 'Sound blocked').waitFor()
    await page.getByRole('heading', { level: 1 }).click()
    await sign(page, 'Sound on').waitFor()
  })
})
