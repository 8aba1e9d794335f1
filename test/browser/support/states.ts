import type { Page } from 'playwright-core'
import type { TestService } from '../../support/service.ts'
import { done, type House, openStation } from './house.ts'
import { buttonWith } from './page-checks.ts'
import type { Visitor } from './screens.ts'

/** An open screen, and what is needed to go on from there. */
export interface Scene {
  page: Page
  house: House
  service: TestService
  /** A text of the console in the language of the page. */
  text(key: string): string
}

/** Something that a screen shows for a while, such as a dialog. */
export interface State {
  name: string
  visitor: Visitor
  route: string
  reach(scene: Scene): Promise<void>
  /** Ends what another screen, or loading this one again, does not end. */
  leave?(page: Page): Promise<void>
}

/** Presses the first button with a text; its accessible name may say more, such as whom it is about. */
const press = ({ page, text }: Scene, key: string) => buttonWith(page, text(key)).first().click()

/** For a button that opens a dialog. */
async function pressForDialog(scene: Scene, key: string): Promise<void> {
  await press(scene, key)
  await scene.page.getByRole('dialog').getByRole('button').first().waitFor()
}

/** Hands files to the import, and has them checked. */
async function check(scene: Scene, files: Record<string, string>): Promise<void> {
  const given = Object.entries(files).map(([name, text]) => ({
    ...{ name, mimeType: 'text/csv', buffer: Buffer.from(text) },
  }))
  await scene.page.locator('input[type=file]').setInputFiles(given)
  await press(scene, 'admin.import.check')
  await scene.page.getByRole('row').nth(1).waitFor()
}

async function openSharedRecord({ page, house: { rosa }, service }: Scene): Promise<void> {
  const share = await done(service, 'POST', `/patients/${rosa.id}/shares`, rosa, { label: 'Dr. Vega' })
  // Without leaving the page, only the part after the # would change.
  await page.goto('/sign-in')
  await page.goto(`/shared#${share.token}`)
  await page.locator('input').fill(share.code)
  await page.locator('form button').click()
  await page.getByRole('row').first().waitFor()
}

/** States of the tablet of a ward. */
const ofStation = (name: string, reach: (scene: Scene) => Promise<void>): State => ({
  ...{ name, visitor: 'nobody', route: '/station' },
  async reach(scene) {
    await openStation(scene.service, scene.house, scene.page)
    await scene.page.locator('.station-incident').first().waitFor()
    await reach(scene)
  },
  leave: (page) => page.context().clearCookies(),
})

const devicesOfRosa = { visitor: 'anna', route: '/patients/$patientId' } as const

/** Goes to the devices of Rosa. */
async function openDevices({ page, text }: Scene): Promise<void> {
  await page.getByRole('tab', { name: text('patient.devices.title'), exact: true }).click()
  await page.locator('.facts').first().waitFor()
}

export const states: State[] = [
  {
    ...{ name: 'the menu', visitor: 'anna', route: '/' },
    async reach(scene) {
      await press(scene, 'nav.menu')
      await scene.page.getByRole('navigation', { name: scene.text('nav.menu'), exact: true }).waitFor()
    },
  },
  {
    ...{ name: 'the end of an incident', visitor: 'anna', route: '/incidents/$incidentId' },
    reach: (scene) => pressForDialog(scene, 'incident.action.resolve'),
  },
  {
    ...{ name: 'the deletion of an account', visitor: 'rosa', route: '/me/profile' },
    reach: (scene) => pressForDialog(scene, 'me.data.delete'),
  },
  {
    ...{ name: 'a conversation', visitor: 'anna', route: '/messages' },
    async reach({ page }) {
      await page.locator('.mail-thread button').first().click()
      await page.getByRole('textbox').waitFor()
    },
  },
  {
    ...{ name: 'an invitation by an admin', visitor: 'admin', route: '/admin/people' },
    reach: (scene) => pressForDialog(scene, 'admin.people.invite.title'),
  },
  {
    ...{ name: 'an assignment', visitor: 'admin', route: '/admin/people/$userId' },
    async reach(scene) {
      await pressForDialog(scene, 'admin.person.assign.caregiver')
      const dialog = scene.page.getByRole('dialog')
      await dialog.getByRole('searchbox').fill('e')
      await dialog.getByRole('listitem').first().waitFor()
    },
  },
  {
    ...{ name: 'a representative to be recorded', visitor: 'admin', route: '/admin/people/$userId' },
    reach: (scene) => press(scene, 'admin.person.representative.add'),
  },
  {
    ...{ name: 'an import with errors', visitor: 'admin', route: '/admin/import' },
    reach: (scene) =>
      check(scene, {
        'people.csv': 'reference,firstName,lastName,email,size\n9001,,Voss,,38\n9002,Irma,Voss,none,39\n',
        'devices.csv': 'macAddress,name,reference\nxx,Wrist,9001\n',
      }),
  },
  {
    ...{ name: 'the result of an import', visitor: 'admin', route: '/admin/import' },
    async reach(scene) {
      await check(scene, {
        'people.csv':
          'reference,firstName,lastName,role,email\n9003,Irma,Voss,resident,\n,Gerd,Kern,caregiver,g@example.org\n',
        'devices.csv': 'macAddress,name,reference\n,Wrist,9003\n',
      })
      await press(scene, 'admin.import.apply')
      await scene.page.getByRole('cell').getByRole('button').first().waitFor()
    },
  },
  {
    ...{ name: 'a device to be registered by an admin', visitor: 'admin', route: '/admin/devices' },
    reach: (scene) => pressForDialog(scene, 'admin.devices.register.title'),
  },
  {
    ...{ name: 'a device with its key and code', ...devicesOfRosa },
    async reach(scene) {
      await openDevices(scene)
      await pressForDialog(scene, 'patient.devices.register.title')
      await press(scene, 'patient.devices.register.submit')
      await scene.page.locator('.qr-code').waitFor()
    },
  },
  {
    ...{ name: 'a lost device', ...devicesOfRosa },
    async reach(scene) {
      await openDevices(scene)
      await scene.page
        .getByRole('button', { name: scene.text('patient.devices.replace.open') })
        .first()
        .click()
      await scene.page.getByRole('dialog').getByRole('textbox').waitFor()
    },
  },
  {
    ...{ name: 'a link for somebody outside', visitor: 'rosa', route: '/me/privacy' },
    async reach(scene) {
      await scene.page.getByRole('textbox').fill('Dr. Vega')
      await press(scene, 'privacy.create')
      await scene.page.locator('.copy-field').first().waitFor()
    },
  },
  { name: 'a shared record', visitor: 'nobody', route: '/shared', reach: openSharedRecord },
  ofStation('the tablet of a ward', async () => {}),
  ofStation('an answer at the tablet with a PIN', (scene) =>
    pressForDialog(scene, 'incident.action.acknowledge'),
  ),
  ofStation('the end of an incident at the tablet', (scene) => pressForDialog(scene, 'station.end')),
  {
    ...{ name: 'a lost line', visitor: 'anna', route: '/' },
    async reach({ page }) {
      await page.context().setOffline(true)
      // A line that is silent for so long is dead, and after some more seconds the page says so.
      await page.clock.fastForward('01:00')
      await page.clock.fastForward('00:05')
      await page.locator('.live-banner-lost').waitFor()
    },
    async leave(page) {
      await page.context().setOffline(false)
      await page.locator('.live-dot-live').waitFor({ state: 'attached' })
    },
  },
]
