import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { startMailServer } from '../../harness/mail-server.ts'
import { until } from '../../harness/until.ts'
import { fullTest, isFull } from '../support/full.ts'
import { makeCircle } from '../support/people.ts'
import { addDevice, type Person } from '../support/readings.ts'
import { goodPassword, useService } from '../support/service.ts'
import { createTeam, makeHouse } from '../support/teams.ts'
import { unzip } from '../support/unzip.ts'
import { browserSettings, signIn, useBrowser } from './support/browser.ts'
import {
  acknowledgeButton,
  consoleFolder,
  fallCard,
  fallLink,
  makeHousehold,
  waitUntilLive,
} from './support/console.ts'
import { hold } from './support/hold.ts'
import { beginCheck, done } from './support/house.ts'
import { usePagePool } from './support/page-pool.ts'

const mailServer = await startMailServer()
after(() => mailServer.stop())

const settings = {
  ...browserSettings,
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'Fallwatch <alerts@example.org>',
  PUBLIC_URL: 'https://fallwatch.example.org',
}
const service = useService(settings, { consoleFolder })
const browser = useBrowser()
const pages = usePagePool(browser, service)

async function open(person: Person, path = '/', expectedErrors: RegExp[] = []) {
  const { page } = await pages.openPage(person, { path, expectedErrors })
  await waitUntilLive(page)
  return page
}

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })

/** Presses again when the service has given up a mail, as it does after five seconds on a busy machine. */
async function pressUntil(pressed: Locator, wanted: Locator, refusal: Locator): Promise<void> {
  for (let tries = 1; ; tries++) {
    await pressed.click()
    await wanted.or(refusal).first().waitFor()
    if (await wanted.isVisible()) return
    assert.ok(tries < 10, 'the service does not send mails')
  }
}

/** Waits until something has the focus: who works by keyboard or hears the page would begin anew. */
const keepsFocus = (page: Page) =>
  until(() => page.evaluate<boolean>('document.activeElement !== document.body'), 60_000)

fullTest("a patient's page calls the battery low by the limits of their alarms", needsBrowser(), async () => {
  const { patient } = await makeHousehold(service)
  await done(service, 'PUT', `/patients/${patient.id}/monitoring`, patient, {
    batteryLow: 60,
    batteryUrgent: 40,
  })
  const { send } = await addDevice(service, patient.token, { battery_level: 50 })
  await send({ battery_level: 50 })
  const page = await open(patient)
  await page.getByText('The battery is low. Please charge the device today.').waitFor()
  for (let i = 0; i < 2; i++) await send({ battery_level: 40 })
  await page.getByText('The battery is almost empty. Please charge the device now.').waitFor()
})

describe('a patient who seems to have fallen', needsBrowser(), () => {
  test('is asked, and either says that they are fine, or gets help', async () => {
    const { patient, ana } = await makeHousehold(service)
    const [wearer, carer] = [await open(patient), await open(ana)]
    const question = wearer.getByRole('alertdialog', { name: 'Are you fine?' })

    await beginCheck(service, patient)
    await question.getByRole('heading').waitFor()
    await wearer
      .getByRole('timer')
      .filter({ hasText: /^[45]:\d\d$/ })
      .waitFor()
    const card = fallCard(carer, patient)
    await card.getByText('Being checked').waitFor()
    await card.getByText(/^They were asked whether they are fine\. Time left: [45]:\d\d$/).waitFor()
    const thanks = wearer.getByText('Good to hear that you are fine. Nobody has to come.')
    await hold(wearer, question.getByRole('button', { name: 'I’m fine' }), thanks)
    await card.waitFor({ state: 'detached' })

    await beginCheck(service, patient)
    await question.getByRole('button', { name: 'I need help' }).click()
    await question.waitFor({ state: 'detached' })
    await wearer.getByRole('heading', { name: /^Your caregivers are being notified/ }).waitFor()
    await card.getByText('Nobody is on it').waitFor()

    await wearer.setViewportSize({ width: 320, height: 640 })
    // German has the longest words; what follows is in English.
    for (const language of isFull ? ['de', 'es', 'en'] : ['de', 'en']) {
      await wearer.evaluate(`localStorage.setItem('fallwatch-language', '${language}')`)
      await wearer.reload()
      await wearer.locator('#help-status').waitFor()
      for (const look of ['fine', 'help']) {
        const box = await wearer.locator(`.big-button-${look}`).boundingBox()
        assert.ok(
          box && box.y >= 0 && box.y + box.height <= 640,
          `${look} in ${language}: ${JSON.stringify(box)}`,
        )
      }
    }

    await fallLink(carer, patient).click()
    await carer.getByLabel('I am there in').selectOption('10')
    await acknowledgeButton(carer).click()
    await wearer.getByRole('heading', { name: 'Ana Gil is taking care of you' }).waitFor()
    await wearer.getByText('With you in about 10 minutes').waitFor()
    await button(carer, 'I cannot go').click()
    await acknowledgeButton(carer).waitFor()
    await keepsFocus(carer)
    await wearer.getByRole('heading', { name: /^Your caregivers are being notified/ }).waitFor()
  })
})

const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`,
  )

describe('somebody at a wrong address', needsBrowser(), () => {
  fullTest('is led home, and sees in forced colours where they are', async () => {
    const { patient, ana } = await makeHousehold(service)
    const opened = await browser.openPage(service, ana, {
      path: '/sign-in',
      reducedMotion: true,
      expectedErrors: [/Failed to load resource/],
    })
    const { page, context } = opened
    await waitUntilLive(page)
    assert.equal(new URL(page.url()).pathname, '/')

    await page.emulateMedia({ forcedColors: 'active' })
    const line = 'border-bottom-color'
    const chosen = await styleOf(page, '.shell-link[aria-current]', line)
    assert.notEqual(chosen, await styleOf(page, '.shell-link:not([aria-current])', line))
    const dot = await styleOf(page, '.live-dot-live', 'background-color')
    assert.notEqual(dot, await styleOf(page, 'body', 'background-color'))

    await page.goto('/patients/00000000-0000-4000-8000-000000000000')
    await page.getByRole('heading', { name: 'This patient cannot be shown' }).waitFor()
    await page.getByRole('link', { name: 'Go to the first screen' }).click()
    await page.getByRole('link', { name: `${patient.firstName} ${patient.lastName}` }).waitFor()

    await signIn(context, opened.url, patient)
    await page.goto('/patients')
    await page.getByRole('button', { name: 'I need help' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/')
  })
})

describe('somebody who follows a link to the sign-in', needsBrowser(), () => {
  test('stays in the console, wherever the link wants to lead them', async () => {
    const { patient, ana } = await makeHousehold(service)
    const foreign = 'https://evil.example/'
    const isForeign = ({ hostname }: URL) => hostname === 'evil.example'
    const { page, context } = await browser.openPage(service, undefined, { expectedErrors: [/401/] })
    const left: string[] = []
    await context.route(isForeign, (route) => {
      left.push(route.request().url())
      return route.fulfill({ body: 'left' })
    })
    const pathAfter = async (returnTo: string, wanted: string) => {
      await page.waitForURL((url) => isForeign(url) || url.pathname === wanted)
      assert.deepEqual(left, [], returnTo)
    }
    for (const returnTo of [foreign, '/\t/evil.example/']) {
      await context.clearCookies()
      await page.goto(`/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
      await page.getByLabel('E-mail').fill(ana.email)
      await page.getByLabel('Password', { exact: true }).fill(ana.password)
      await button(page, 'Sign in').click()
      await pathAfter(returnTo, '/')
      await waitUntilLive(page)
    }
    // Somebody who is signed in is sent on at once.
    await page.goto(`/sign-in?returnTo=${encodeURIComponent(foreign)}`)
    await pathAfter(foreign, '/')
    await page.goto(`/sign-in?returnTo=${encodeURIComponent(`/patients/${patient.id}?tab=notes`)}`)
    await pathAfter('a path', `/patients/${patient.id}`)
    await page.getByLabel('New note').waitFor()
  })
})

describe('a caregiver', needsBrowser(), () => {
  fullTest(
    'has an admin invite a patient without an e-mail address, and sends the invitation when it is lost',
    async () => {
      const { ana } = await makeHousehold(service)
      const { admin } = await makeCircle(service)
      const { id } = await done(service, 'POST', '/patients', ana, { firstName: 'Irma', lastName: 'Voss' })
      const page = await open(ana, `/patients/${id}`, [/503/])
      const dialog = page.getByRole('dialog')
      await button(page, 'Change the contacts').waitFor()
      assert.equal(await button(page, 'Invite to sign in').count(), 0)

      const office = await open(admin, `/patients/${id}`)
      await button(office, 'Invite to sign in').click()
      assert.ok(await button(office, 'Make the invitation').isDisabled())
      await office.getByRole('dialog').getByLabel('E-mail').fill('irma@example.org')
      await button(office, 'Make the invitation').click()
      const link = office.getByLabel('Invitation link')
      const first = await link.inputValue()
      await office.keyboard.press('Escape')
      assert.equal(await link.inputValue(), first)
      await button(office, 'Close').click()
      await office.getByRole('dialog').waitFor({ state: 'detached' })
      await office.getByText('irma@example.org').waitFor()

      await page.reload()
      await button(page, 'Invite to sign in').click()
      await dialog.getByText('The invitation is for irma@example.org.').waitFor()
      await pressUntil(
        button(page, 'Send the invitation'),
        dialog.getByText('The invitation was sent to irma@example.org.'),
        dialog.getByRole('alert'),
      )
      assert.equal(await dialog.getByLabel('Invitation link').count(), 0)
      await button(page, 'Close').click()
      await dialog.waitFor({ state: 'detached' })
      const mail = mailServer.mails.findLast(({ to }) => to.includes('irma@example.org'))
      const tokens = [first, mail?.text ?? ''].map((text) => /\/invitation#([\w-]+)/.exec(text)?.[1])
      const body = (token: string | undefined) => ({ token, password: goodPassword })
      const accept = (token: string | undefined) =>
        service.call('POST', '/auth/accept-invitation', { body: body(token) })
      assert.deepEqual([(await accept(tokens[0])).status, (await accept(tokens[1])).status], [400, 200])

      await page.goto('/patients')
      await button(page, 'Invite a patient').click()
      await dialog.getByLabel('First name').fill('Otto')
      await dialog.getByLabel('Last name').fill('Voss')
      await dialog.getByLabel('E-mail').fill('otto.voss@example.org')
      await dialog.getByLabel('E-mail').press('Enter')
      const third = await dialog.getByLabel('Invitation link').inputValue()
      await page.keyboard.press('Escape')
      assert.equal(await dialog.getByLabel('Invitation link').inputValue(), third)
      await button(page, 'Close').click()
      await dialog.waitFor({ state: 'detached' })
    },
  )

  fullTest('says when they are on duty', async () => {
    const { ana } = await makeHousehold(service)
    const page = await open(ana, '/me/notifications')
    const dutyOf = () => done(service, 'GET', '/caregivers/me/duty', ana)
    const onDuty = page.getByLabel('I am on duty')
    await page.getByText('On duty now').waitFor()
    // A click, not uncheck(), which looks at once: the box changes when React has heard of the request.
    await onDuty.click()
    await page.getByText('Off duty now').waitFor()
    assert.equal(await onDuty.isChecked(), false)
    assert.equal((await dutyOf()).onDuty, false)
    await onDuty.click()
    await page.getByText('On duty now').waitFor()
    assert.equal(await onDuty.isChecked(), true)

    await page.getByLabel('Only in these hours').check()
    await button(page, 'Save the hours').click()
    await page.getByText('Add hours on one day at least.').waitFor()
    // By keyboard: a press ends where it began, and what is above may still be loading.
    await page.getByRole('button', { name: 'Add hours (Monday)' }).press('Enter')
    await page.getByLabel('From, Monday').fill('22:00')
    await page.getByLabel('To, Monday').fill('06:00')
    await page.getByText('until the next day').waitFor()
    await button(page, 'Same hours on every day').press('Enter')
    await page.getByRole('button', { name: 'Remove 22:00 to 06:00 on Sunday' }).press('Enter')
    await keepsFocus(page)
    await button(page, 'Save the hours').click()
    await page.getByText('Saved.').waitFor()
    const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
    assert.deepEqual((await dutyOf()).hours, [{ days, from: '22:00', to: '06:00' }])
    await page.reload()
    assert.equal(await page.getByLabel('To, Saturday').inputValue(), '06:00')
    assert.equal(await page.getByLabel('To, Sunday').count(), 0)
  })

  fullTest('adds an e-mail address, tests it and removes it', async () => {
    const { ana } = await makeHousehold(service)
    const page = await open(ana, '/me/notifications', [/503/])
    const unreachable = page.getByText('You cannot be reached')
    await unreachable.waitFor()
    await page.getByText('Use another one, or ntfy or e-mail below.').waitFor()
    const contacts = page.getByRole('region', { name: 'E-mail' })
    await button(page, 'Add an e-mail address').click()
    await page.getByLabel('E-mail address').fill('ana at home')
    await button(page, 'Send the code').click()
    await page.getByText('This is not an e-mail address.').waitFor()
    await page.getByLabel('E-mail address').fill('ana@example.org')
    const code = page.getByLabel('Code')
    await pressUntil(button(page, 'Send the code'), code, page.getByText('The code could not be sent.'))
    await code.fill('12')
    await keepsFocus(page)
    await button(page, 'Confirm').click()
    await page.getByText('Six digits.').waitFor()
    const sent = /The code is (\d{6})/.exec(mailServer.mails.at(-1)?.text ?? '')?.[1]
    assert.ok(sent)
    await code.fill(sent)
    await button(page, 'Confirm').click()
    await contacts.getByText('set up').waitFor()
    await unreachable.waitFor({ state: 'detached' })
    await keepsFocus(page)

    await pressUntil(
      page.getByRole('button', { name: /^Send me a test/ }),
      page.getByText(/^Sent at .+ Did it arrive\?$/),
      page.getByText('The test was not accepted'),
    )
    assert.deepEqual(mailServer.mails.at(-1)?.to, ['ana@example.org'])
    await page.getByRole('button', { name: /^Remove: / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await contacts.getByRole('listitem').waitFor({ state: 'detached' })
    await keepsFocus(page)
  })

  fullTest(
    'keeps what is not saved or sent yet, and their place after saving and deleting a note',
    async () => {
      const { patient, ana } = await makeHousehold(service)
      const page = await open(ana, `/patients/${patient.id}?tab=notes`)
      const field = page.getByLabel('New note')
      await field.fill('Hears badly')
      await page.getByRole('tab', { name: 'Messages' }).click()
      const message = page.getByLabel(`Message to ${patient.firstName} ${patient.lastName}`)
      await message.fill('How are you?')
      await page.getByRole('tab', { name: 'Notes' }).click()
      assert.equal(await field.inputValue(), 'Hears badly')
      await button(page, 'Save the note').click()
      const note = page.getByRole('listitem').getByText('Hears badly')
      await note.waitFor()
      await keepsFocus(page)
      assert.equal(await field.inputValue(), '')
      await button(page, 'Delete').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await note.waitFor({ state: 'detached' })
      await keepsFocus(page)
      await page.getByRole('tab', { name: 'Messages' }).click()
      assert.equal(await message.inputValue(), 'How are you?')
    },
  )

  fullTest('reaches the oldest message, of a conversation and of the inbox', async () => {
    const { patient, ana } = await makeHousehold(service)
    const former = await service.signUp({ firstName: 'Olga', role: 'CAREGIVER' })
    const write = (from: Person, to: Person, content: string) =>
      done(service, 'POST', '/messages', from, { recipientId: to.id, content })
    await write(former, ana, 'Over to you')
    await write(patient, ana, 'The very first')
    for (let i = 0; i < 101; i++) await write(patient, ana, `Message ${i}`)
    const page = await open(ana, '/messages')
    const older = button(page, 'Show older messages')
    await page.getByText('Message 100').waitFor()
    assert.equal(await page.getByText('Over to you').count(), 0)
    await older.click()
    await page.getByText('Over to you').waitFor()
    await older.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /Message 100/ }).click()
    for (let pages = 1; pages < 3; pages++) {
      assert.equal(await page.getByText('The very first').count(), 0)
      await older.click()
      await page.getByText(pages === 1 ? 'Message 10' : 'The very first', { exact: true }).waitFor()
    }
    await older.waitFor({ state: 'detached' })
  })
})

describe('a form', needsBrowser(), () => {
  fullTest('says beside each field what is wrong, goes there, and saves what has changed', async () => {
    const { patient, ana } = await makeHousehold(service)
    const page = await open(ana, `/patients/${patient.id}`)
    const dialog = page.getByRole('dialog')
    await button(page, 'Change the contacts').click()
    const number = dialog.getByLabel('Number of the emergency contact')
    await number.fill('call my son')
    await button(page, 'Save').click()
    await dialog.getByText('Use digits, spaces and + ( ) - . only.').waitFor()
    assert.equal(await page.evaluate('document.activeElement.name'), 'emergencyContact')
    await number.fill('+34 600 999 000')
    await button(page, 'Save').click()
    await page.getByRole('link', { name: '+34 600 999 000' }).waitFor()
    await button(page, 'Change the contacts').click()
    await number.fill('')
    await button(page, 'Save').click()
    await dialog.getByText('A number that was given can be changed, but not removed.').waitFor()
    await number.fill('+34 600 999 000')
    await button(page, 'Save').click()
    await dialog.waitFor({ state: 'detached' })

    await page.getByRole('tab', { name: 'Alarms' }).click()
    const monitoring = page.getByRole('region', { name: 'Monitoring' })
    await monitoring.getByLabel('Alarm below this heart rate').fill('19')
    await monitoring.getByLabel('Urgent at this battery level').fill('81')
    await button(monitoring, 'Save').click()
    await monitoring.getByText('Enter a whole number from 20 to 120, or nothing.').waitFor()
    await monitoring.getByText('Enter a whole number from 1 to 80, or nothing.').waitFor()
    await monitoring.getByLabel('Alarm below this heart rate').fill('')
    await monitoring.getByLabel('Urgent at this battery level').fill('21')
    await button(monitoring, 'Save').click()
    await monitoring.getByText('This must not be above the level of the alarm.').waitFor()
    await monitoring.getByLabel('Urgent at this battery level').fill('5')
    await monitoring.getByLabel('Raise an alarm when a device is silent').uncheck()
    await button(monitoring, 'Save').click()
    await monitoring.getByText('Saved').waitFor()
    const { heartRateLow, batteryUrgent, silentEnabled, spo2Low } = await done(
      ...([service, 'GET', `/patients/${patient.id}/monitoring`, ana] as const),
    )
    assert.deepEqual([heartRateLow, batteryUrgent, silentEnabled, spo2Low], [null, 5, false, 88])
    const watch = page.getByRole('region', { name: 'Bed, doors and signs of life' })
    const minutes = watch.getByLabel('Minutes out of bed before the alarm')
    assert.equal(await minutes.inputValue(), '15')
    await minutes.fill('241')
    await button(watch, 'Save').click()
    await watch.getByText('Enter a whole number from 0 to 240.').waitFor()
    await minutes.fill('20')
    await watch.getByLabel('Out of bed, from').fill('21:30')
    await watch.getByLabel('Raise an alarm at once when a door of theirs is opened').check()
    await button(watch, 'Save').click()
    await watch.getByText('Saved').waitFor()
    const saved = await done(service, 'GET', `/patients/${patient.id}/monitoring`, ana)
    assert.deepEqual(
      [saved.bedExitAfterMinutes, saved.bedExitFrom, saved.wanderingEnabled, saved.inactivityEnabled],
      [20, '21:30', true, false],
    )
    assert.equal(saved.batteryUrgent, 5)

    await page.goto('/me/profile')
    await page.getByLabel('First name').fill(' ')
    await button(page, 'Save').click()
    await page.getByText('Enter a name.').waitFor()
    await page.getByLabel('First name').fill('Anita')
    await button(page, 'Save').click()
    await page.getByText('Saved.').waitFor()
    await button(page, 'Save').click()
    await page.getByText('Saved.').waitFor()
    assert.equal((await done(service, 'GET', '/profile/me', ana)).firstName, 'Anita')
  })
})

describe('a caregiver', needsBrowser(), () => {
  fullTest('is asked again before nobody looks after a patient in another ward', async () => {
    const { neighbour: luis, stranger: eva, admin } = await makeCircle(service)
    const { north } = makeHouse()
    const path = `/patients/${luis.id}/residence`
    await done(service, 'PUT', path, admin, north)
    await createTeam(service, admin.token, north, [eva])
    const { page } = await browser.openPage(service, eva, {
      path: `/patients/${luis.id}`,
      expectedErrors: [/409/, /403/],
    })
    await button(page, 'Change the place').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Ward').fill('Nroth')
    await button(page, 'Save').click()
    await dialog.getByText(/^Nobody would look after this patient/).waitFor()
    assert.equal((await done(service, 'GET', path, eva)).ward, 'North')
    await button(page, 'Move anyway').click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await done(service, 'GET', path, admin)).ward, 'Nroth')
  })

  fullTest('registers a device for a patient, and replaces it when it is lost', async () => {
    const { patient, ana } = await makeHousehold(service)
    const page = await open(ana, `/patients/${patient.id}?tab=devices`)
    const dialog = page.getByRole('dialog')
    const takeKey = async () => {
      const key = await dialog.getByLabel('Device key', { exact: true }).inputValue()
      assert.match(key, /^fwk_/)
      assert.match(await dialog.getByLabel('MAC address', { exact: true }).inputValue(), /^02:/)
      await dialog.getByText('The key is shown only now.').waitFor()
      await button(page, 'Close').click()
      await dialog.waitFor({ state: 'detached' })
      return key
    }

    await button(page, 'Register a device').click()
    await dialog.getByLabel('Name of the device').fill('Belt')
    await button(page, 'Register').click()
    const key = await takeKey()
    await button(page, 'Replace a lost device: Belt').click()
    await dialog.getByText('The lost device is disabled, and its key no longer works.').waitFor()
    await button(page, 'Cancel').click()
    await button(page, 'Replace a lost device: Belt').click()
    await dialog.getByLabel('MAC address of the new device').press('Enter')
    assert.notEqual(await takeKey(), key)
    const belts = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Belt' }) })
    await belts.filter({ hasText: 'Disabled' }).waitFor()
    await belts.filter({ hasText: 'Has sent nothing yet' }).waitFor()
    assert.equal(await button(page, 'Replace a lost device: Belt').count(), 1)
  })
})

describe('somebody who leaves', needsBrowser(), () => {
  fullTest(
    'takes their data along and deletes their account, and is gone for those who took care of them',
    async () => {
      const { patient, ana } = await makeHousehold(service)
      await addDevice(service, patient.token, { heart_rate: 71 })
      const body = { confidence: 0.4 }
      await service.call('POST', '/falls', { token: patient.token, body })
      const name = `${patient.firstName} ${patient.lastName}`
      const [page, carer] = [await open(patient, '/me/profile'), await open(ana)]
      await carer.getByRole('link', { name }).waitFor()

      const downloading = page.waitForEvent('download')
      await button(page, 'Download my data').click()
      const download = await downloading
      await page.getByText(`The file ${download.suggestedFilename()} is in your downloads.`).waitFor()
      const files = unzip(await readFile(await download.path()))
      assert.equal(JSON.parse(files.get('profile.json') ?? '{}').email, patient.email)

      await page.getByRole('button', { name: /^Delete my account/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
      const confirm = dialog.getByRole('button', { name: 'Delete permanently' })
      assert.ok(await confirm.isDisabled())
      await dialog.getByLabel('Keep the number of my falls for statistics').check()
      await dialog.getByLabel(`Type ${patient.email} to confirm`).fill(patient.email)
      await confirm.click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      const kept = await service.ctx.db.query('select falls from fall_statistics')
      assert.deepEqual(kept, [{ falls: 1 }])
      assert.equal(await page.getByText('Your session has ended.').count(), 0)
      assert.equal((await service.logIn(patient.email)).status, 401)
      await carer.reload()
      await carer.getByText('No patients are assigned to you yet').waitFor()

      await carer.goto('/me/profile')
      await carer.getByRole('button', { name: /^Delete my account/ }).click()
      await carer.getByRole('button', { name: 'Delete permanently' }).waitFor()
      assert.equal(
        await carer.getByRole('checkbox', { name: /falls/ }).count(),
        0,
        'a caregiver has no falls',
      )
    },
  )
})
