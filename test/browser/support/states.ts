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
  /** Not for somebody in a hurry: it is looked at in `npm run test:full`. */
  isRare?: true
  reach(scene: Scene): Promise<void>
  /** Goes back, so that the next state of the screen can follow, and ends what another screen does not end. */
  leave?(scene: Scene): Promise<void>
}

/** Presses the first button with a text; its accessible name may say more, such as whom it is about. */
const press = ({ page, text }: Scene, key: string) => buttonWith(page, text(key)).first().click()

/** For a button that opens a dialog. */
async function pressForDialog(scene: Scene, key: string): Promise<void> {
  await press(scene, key)
  await scene.page.getByRole('dialog').getByRole('button').first().waitFor()
}

async function closeDialog({ page }: Scene): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
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
  // With the same query, only the part after the # would change.
  await page.goto(`/shared?again#${share.token}`)
  await page.locator('input').fill(share.code)
  await page.locator('form button').click()
  await page.getByRole('row').first().waitFor()
}

const station = { visitor: 'nobody', route: '/station' } as const

const devicesOfRosa = { visitor: 'anna', route: '/patients/$patientId' } as const

/** Goes to the devices of Rosa. */
async function openDevices({ page, text }: Scene): Promise<void> {
  await page.getByRole('tab', { name: text('patient.devices.title'), exact: true }).click()
  await page.locator('.facts').first().waitFor()
}

/** Those of one screen follow each other in this order. */
export const states: State[] = [
  {
    ...{ name: 'the menu', visitor: 'anna', route: '/' },
    async reach(scene) {
      await press(scene, 'nav.menu')
      await scene.page.getByRole('navigation', { name: scene.text('nav.menu'), exact: true }).waitFor()
    },
    leave: (scene) => press(scene, 'nav.menu'),
  },
  {
    ...{ name: 'the end of an incident', visitor: 'anna', route: '/incidents/$incidentId' },
    reach: (scene) => pressForDialog(scene, 'incident.action.resolve'),
  },
  {
    ...{ name: 'the deletion of an account', visitor: 'rosa', route: '/me/profile', isRare: true },
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
    ...{ name: 'an invitation by an admin', visitor: 'admin', route: '/admin/people', isRare: true },
    reach: (scene) => pressForDialog(scene, 'admin.people.invite.title'),
  },
  {
    ...{ name: 'an assignment', visitor: 'admin', route: '/admin/people/$userId', isRare: true },
    async reach(scene) {
      await pressForDialog(scene, 'admin.person.assign.caregiver')
      const dialog = scene.page.getByRole('dialog')
      await dialog.getByRole('searchbox').fill('e')
      await dialog.getByRole('listitem').first().waitFor()
    },
    leave: closeDialog,
  },
  {
    ...{
      name: 'a representative to be recorded',
      visitor: 'admin',
      route: '/admin/people/$userId',
      isRare: true,
    },
    reach: (scene) => press(scene, 'admin.person.representative.add'),
  },
  {
    ...{ name: 'an import with errors', visitor: 'admin', route: '/admin/import', isRare: true },
    reach: (scene) =>
      check(scene, {
        'people.csv': 'reference,firstName,lastName,email,size\n9001,,Voss,,38\n9002,Irma,Voss,none,39\n',
        'devices.csv': 'macAddress,name,reference\nxx,Wrist,9001\n',
      }),
    leave: (scene) => press(scene, 'admin.import.back'),
  },
  {
    ...{ name: 'the result of an import', visitor: 'admin', route: '/admin/import', isRare: true },
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
    ...{
      name: 'a device to be registered by an admin',
      visitor: 'admin',
      route: '/admin/devices',
      isRare: true,
    },
    reach: (scene) => pressForDialog(scene, 'admin.devices.register.title'),
    leave: closeDialog,
  },
  {
    ...{ name: 'a device to be changed by an admin', visitor: 'admin', route: '/admin/devices' },
    async reach(scene) {
      await pressForDialog(scene, 'admin.devices.change.button')
      const dialog = scene.page.getByRole('dialog')
      await dialog.getByLabel(scene.text('patient.devices.kind')).selectOption('BED')
      await dialog.getByText(scene.text('admin.devices.change.kinds.BED')).waitFor()
    },
  },
  {
    ...{
      name: 'a device nearby to be assigned to a room',
      visitor: 'admin',
      route: '/admin/nearby',
      isRare: true,
    },
    async reach(scene) {
      await pressForDialog(scene, 'admin.nearby.assign.open')
      const dialog = scene.page.getByRole('dialog')
      await dialog.getByText(scene.text('admin.devices.for.place')).click()
      await dialog.getByLabel(scene.text('admin.devices.for.ward')).first().waitFor()
    },
    leave: closeDialog,
  },
  {
    ...{ name: 'a webhook to be made', visitor: 'admin', route: '/admin/nearby', isRare: true },
    async reach(scene) {
      await scene.page.getByText(scene.text('admin.nearby.webhooks.title')).click()
      await pressForDialog(scene, 'admin.nearby.webhooks.add')
    },
    leave: closeDialog,
  },
  {
    ...{ name: 'a device with its key and code', ...devicesOfRosa, isRare: true },
    async reach(scene) {
      await openDevices(scene)
      await pressForDialog(scene, 'patient.devices.register.title')
      await press(scene, 'patient.devices.register.submit')
      await scene.page.locator('.qr-code').waitFor()
    },
    async leave(scene) {
      // The key is shown only now: Escape does not close it.
      await press(scene, 'common.close')
      await scene.page.getByRole('dialog').waitFor({ state: 'detached' })
    },
  },
  {
    ...{ name: 'a lost device', ...devicesOfRosa, isRare: true },
    async reach(scene) {
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
  {
    ...{ name: 'the tablet of a ward', ...station },
    async reach({ page, house, service }) {
      await openStation(service, house, page)
      await page.locator('.station-incident').first().waitFor()
    },
  },
  {
    ...{ name: 'an answer at the tablet with a PIN', ...station },
    reach: (scene) => pressForDialog(scene, 'incident.action.acknowledge'),
    leave: closeDialog,
  },
  {
    ...{ name: 'the end of an incident at the tablet', ...station },
    reach: (scene) => pressForDialog(scene, 'station.end'),
    leave: ({ page }) => page.context().clearCookies(),
  },
  {
    ...{ name: 'a lost line', visitor: 'anna', route: '/' },
    async reach({ page }) {
      await page.context().setOffline(true)
      // A line that is silent for so long is dead, and after some more seconds the page says so.
      await page.clock.fastForward('01:00')
      await page.clock.fastForward('00:05')
      await page.locator('.live-banner-lost').waitFor()
    },
    async leave({ page }) {
      await page.context().setOffline(false)
      await page.locator('.live-dot-live').waitFor({ state: 'attached' })
    },
  },
]
