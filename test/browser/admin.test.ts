import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { startHttpReceiver } from '../../harness/http-receiver.ts'
import { until } from '../../harness/until.ts'
import { fullTest } from '../support/full.ts'
import { reportFall } from '../support/people.ts'
import { randomMac } from '../support/readings.ts'
import { adminAccount, goodPassword, useService } from '../support/service.ts'
import { type Account, lostLine, type PageOptions, useBrowser } from './support/browser.ts'
import { consoleFolder, makeHousehold } from './support/console.ts'
import { done, houseSettings } from './support/house.ts'

/** The ntfy server; it is out of order until it is repaired. */
let isNtfyBroken = true
const ntfy = await startHttpReceiver((response) => void response.writeHead(isNtfyBroken ? 500 : 200).end())
after(() => ntfy.stop())

const service = useService({ ...houseSettings, NTFY_SERVERS: ntfy.url }, { consoleFolder })
const browser = useBrowser()

/** The admin of this installation; the first run changes the password. */
const admin: Account = { ...adminAccount }

async function open(person: Account | undefined, path: string, options: PageOptions = {}): Promise<Page> {
  return (await browser.openPage(service, person, { path, ...options })).page
}

const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).click()

async function fill(within: Page | Locator, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await within.getByLabel(new RegExp(`^${label}( \\(required\\))?$`)).fill(value)
}

/** Fills in the form that a page shows. */
async function signInAt(page: Page, { email, password }: Account): Promise<void> {
  await fill(page, { 'E-mail or sign-in name': email, Password: password })
  await press(page, 'Sign in')
}

/** Fills in the form for a new person, and gives the link that is shown this once. */
async function invite(within: Page | Locator, person: Record<string, string>): Promise<string> {
  await fill(within, person)
  await press(within, 'Create the account and its link')
  return within.getByLabel('Link to choose a password').inputValue()
}

/** Chooses a password in a browser of its own. */
async function acceptLink(link: string, password: string, submit: string): Promise<Page> {
  const page = await open(undefined, link, { expectedErrors: [/40[01]/] })
  await fill(page, { Password: password })
  await press(page, submit)
  return page
}

/** Sends a reading as the command says that is shown for a device, and returns the key. */
async function sendFirstReading(shown: Locator): Promise<string> {
  const key = await shown.getByLabel('Device key', { exact: true }).inputValue()
  const code = shown.getByRole('img', { name: /^QR code with the address of the service, the key/ })
  await code.waitFor()
  // The policy of the page has to allow it.
  await until(
    () => shown.page().evaluate<boolean>("document.querySelector('img.qr-code').naturalWidth > 0"),
    60_000,
  )
  const command = await shown.getByLabel('Command for a first reading').inputValue()
  const [, url = '', token, body = ''] =
    /^curl '(\S+)' -H 'Authorization: Bearer (\S+)' .* -d '(.+)'$/.exec(command) ?? []
  assert.equal(token, key)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  assert.equal((await fetch(url, { method: 'POST', headers, body })).status, 200)
  return key
}

/** Sends the first reading of a device, closes the dialog that shows how, and returns the key. */
async function setUp(dialog: Locator): Promise<string> {
  const key = await sendFirstReading(dialog)
  await press(dialog, 'Close')
  return key
}

/** Hands files to the import, and has them checked. */
async function choose(page: Page, files: Record<string, Buffer>): Promise<void> {
  const given = Object.entries(files).map(([name, buffer]) => ({ name, mimeType: 'text/csv', buffer }))
  await page.getByLabel('CSV files').setInputFiles(given)
  await press(page, 'Check')
}

/** Imports a patient, her caregiver and her device, after files with errors that change nothing. */
async function importHome(page: Page): Promise<void> {
  const people = [
    'Nummer;E-Mail;Vorname;Nachname;Rolle;Zimmer;Betreuer;Farbe',
    '7001;;Olga;Brün;Bewohnerin;12;nora@example.org;rot',
    ';nora@example.org;Nora;Alba;Pflegekraft;;;',
  ].join('\n')
  await choose(page, {
    // The umlaut of MS-DOS.
    'people.csv': Buffer.from(people.replace('ü', '\x81'), 'latin1'),
    'devices.csv': Buffer.from('macAddress,name,reference\n,Wrist,7001\n'),
  })
  await page.getByText('2 lines have errors. Correct the files').waitFor()
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  const errors = page.getByRole('region', { name: 'Errors' }).getByRole('listitem')
  const error = (text: string) => errors.filter({ hasText: text })
  await error('devices.csv').getByText('There is no such patient, nor in these files.').waitFor()
  await error('people.csv').getByText('The file has an unknown encoding').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled())

  await press(page, 'Choose other files')
  await choose(page, {
    'devices.csv': Buffer.from('macAddress,name,reference\n,Wrist,7001\nAA:BB,,7001\n'),
    'people.csv': Buffer.from(people),
  })
  await page.getByText('To create: 4, to change: 0, unchanged: 0, errors: 1.').waitFor()
  assert.match(await errors.first().innerText(), /AA:BB:CC:DD:EE:FF/)
  await press(page, 'Choose other files')
  await choose(page, {
    'devices.csv': Buffer.from('macAddress,name,reference\n,Wrist,7001\n'),
    'people.csv': Buffer.from(people),
  })
  await page.getByText('To create: 4, to change: 0, unchanged: 0, errors: 0.').waitFor()
  await page.getByText('Columns left out: Farbe').waitFor()
  await row('Is assigned to nora@example.org.').waitFor()
  await press(page, 'Import')
  await page.getByText('Created: 4, changed: 0, unchanged: 0.').waitFor()
  await page.getByText('Invitations and device keys are shown only now.').waitFor()
  await page.getByRole('button', { name: 'Copy the link for nora@example.org' }).waitFor()
  const another = page.getByRole('button', { name: 'Import other files' })
  assert.ok(await another.isDisabled(), 'the result is not lost by accident')
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download the result')])
  assert.equal(download.suggestedFilename(), 'fallwatch-import.csv')
  const result = await readFile(await download.path(), 'utf8')
  assert.match(result, /^\ufefffile,line,/)
  assert.match(result, /Olga Brün/)
  assert.match(result, /,fwk_[\w-]/)
  assert.match(result, /https?:\S+\/invitation#[\w-]{20}/)
  assert.ok(!(await another.isDisabled()))
}

/** The words of a table that stand on more than one line. */
const brokenWords = `[...document.querySelectorAll('td :is(code, time, .tag)')]
  .filter((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getClientRects().length > 1
  })
  .map((element) => element.textContent)`

describe('the first run', needsBrowser(), () => {
  const step = (page: Page) => page.locator('[aria-current=step]')
  const progress = (page: Page, count: number) => page.getByText(`${count} of 6 steps`).waitFor()

  async function addPeople(page: Page): Promise<void> {
    await invite(step(page), { 'First name': 'Clara', 'Last name': 'Vega', 'E-mail': 'clara@example.org' })
    await progress(page, 3)
    await press(page, 'Continue')
    await invite(step(page), { 'First name': 'Rosa', 'Last name': 'Marín', 'E-mail': 'rosa@example.org' })
    await page.getByText('The caregiver of the previous step looks after this patient.').waitFor()
    await progress(page, 4)
    await press(page, 'Continue')
  }

  /** Registers a device, and sends a reading as the command says that is shown for it. */
  async function connectDevice(page: Page): Promise<void> {
    await page.getByText('The device is worn by Rosa Marín.').waitFor()
    await fill(page, { 'MAC address': randomMac() })
    await press(page, 'Register')
    await progress(page, 5)
    const key = await sendFirstReading(step(page))
    await page.reload()
    await press(page, 'Open: Connect a device')
    await step(page).getByText('If it was lost, replace the device').waitFor()
    assert.ok(!(await page.content()).includes(key), 'the key is shown once')
  }

  async function sendTestAlert(page: Page): Promise<void> {
    await press(page, 'Open: Send a test alert')
    await page.getByText('Nothing is set up to reach you yet.').waitFor()
    await step(page).getByRole('link', { name: 'Set it up' }).click()
    await press(page, 'Add a topic')
    await fill(page, { 'Address of the topic': `${ntfy.url}/first-admin` })
    await press(page, 'Add')
    await page.getByText('set up', { exact: true }).waitFor()
    await page.goBack()
    await press(page, 'Send a test message')
    await page.getByText('It was not sent: The other service answered 500.').waitFor()
    isNtfyBroken = false
    await press(page, 'Send a test message')
    await page.getByText('Sent. Check that it has arrived.').waitFor()
    await progress(page, 6)
  }

  test('leads an admin from the first password to a test alert', async () => {
    const page = await open(undefined, '/admin/audit', { expectedErrors: [/401/] })
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.equal(await page.getByText('session has ended').count(), 0, 'there was no session')
    await signInAt(page, admin)
    await page.getByRole('cell', { name: 'auth.signed_in' }).waitFor()
    const broken = await page.evaluate<string[]>(brokenWords)
    assert.deepEqual(broken, [], 'words of the audit log are broken')
    await page.goto('/')
    await page.waitForURL('**/welcome')
    await progress(page, 0)
    await page.getByText('in the settings or in the output of the first start').waitFor()
    const password = `${goodPassword}New`
    await fill(page, { 'Current password': admin.password, 'New password': password })
    await press(page, 'Change the password')
    await page.getByText('Your password is changed.').waitFor()
    admin.password = password
    await progress(page, 1)
    await press(page, 'Continue')
    await page.getByText('This is the one of your browser.').waitFor()
    await press(page, 'Save the time zone')
    await progress(page, 2)
    await press(page, 'Continue')
    await addPeople(page)
    await connectDevice(page)
    await sendTestAlert(page)
    await press(page, 'Continue')
    await page.getByText('Everything is set up.').waitFor()
    await page.getByRole('link', { name: 'Go to the overview' }).click()
    await page.getByRole('list', { name: 'Figures' }).getByText('3 accounts').waitFor()
  })
})

describe('an admin', needsBrowser(), () => {
  fullTest('finds, invites and imports people, who accept and sign in', async () => {
    const page = await open(admin, '/admin/people')
    await fill(page, { 'Search by name or e-mail': 'marí' })
    await page.getByText('1 person found').waitFor()
    await page.getByRole('link', { name: 'Rosa Marín' }).waitFor()

    await press(page, 'Invite a person')
    const dialog = page.getByRole('dialog')
    await press(dialog, 'Cancel')
    await dialog.waitFor({ state: 'detached' })
    await press(page, 'Invite a person')
    const link = await invite(dialog, {
      'First name': 'Ida',
      'Last name': 'Lind',
      'E-mail': 'ida@example.org',
    })
    await page.keyboard.press('Escape')
    await page.mouse.click(2, 2)
    assert.equal(await dialog.getByLabel('Link to choose a password').inputValue(), link)
    const hers = await acceptLink(link, goodPassword, 'Start')
    await hers.getByText('No patients are assigned to you yet.').first().waitFor()
    await press(hers, 'Menu')
    await press(hers, 'Sign out')
    await signInAt(hers, { email: 'ida@example.org', password: goodPassword })
    await hers.getByText('No patients are assigned to you yet.').first().waitFor()
    await hers.goto(link)
    await fill(hers, { Password: goodPassword })
    await press(hers, 'Start')
    await hers.getByText('This link is not valid any more.').waitFor()

    await press(dialog, 'Invite another person')
    await dialog.getByLabel('Role').selectOption('Patient')
    await fill(dialog, { 'First name': 'Otto', 'Last name': 'Ohne' })
    await press(dialog, 'Create the account and its link')
    await dialog.getByText('Otto Ohne is in the list now').waitFor()
    assert.equal(await dialog.getByLabel('Link to choose a password').count(), 0)
    await press(dialog, 'Close')
    await page.getByRole('link', { name: 'Import many' }).click()
    await importHome(page)
    await page.getByRole('link', { name: 'People', exact: true }).click()
    await page.getByRole('link', { name: 'Olga Brün' }).click()
    await page.getByRole('link', { name: 'Nora Alba' }).waitFor()
  })

  fullTest('assigns with a priority, and connects a device with a key that is shown once', async () => {
    const { patient, ana } = await makeHousehold(service)
    const { lastName } = await service.signUp({ firstName: 'Vera', lastName: 'Zorn' })
    const page = await open(admin, `/admin/people/${ana.id}`)
    const priority = page.getByLabel(`Priority: ${patient.firstName} ${patient.lastName}`)
    assert.equal(await priority.inputValue(), '1')
    await press(page, 'Assign a patient')
    const dialog = page.getByRole('dialog')
    await fill(dialog, { Patient: lastName })
    await press(dialog, /^Vera Zorn/)
    await dialog.getByLabel('Priority').selectOption('3')
    await press(dialog, 'Assign')
    await dialog.waitFor({ state: 'detached' })
    await page.reload()
    const hers = page.getByLabel('Priority: Vera Zorn')
    await hers.waitFor()
    assert.deepEqual([await hers.inputValue(), await priority.inputValue()], ['3', '1'])

    await page.getByRole('link', { name: 'Devices', exact: true }).click()
    await press(page, 'Register a device')
    const mac = randomMac()
    await fill(dialog, { 'MAC address': mac, 'Name of the device': 'Left wrist', Person: lastName })
    await press(dialog, /^Vera Zorn/)
    await press(dialog, 'Register')
    await dialog.getByText('Left wrist is registered.').waitFor()
    const key = await setUp(dialog)
    const device = page.getByRole('row').filter({ hasText: mac })
    await press(page, 'Refresh')
    await device.getByText('Sending').waitFor()
    assert.equal(await page.getByLabel('Device key', { exact: true }).count(), 0)

    await press(device, `Replace: ${mac}`)
    await dialog.getByText('The lost device is disabled, and its key no longer works.').waitFor()
    await dialog.getByLabel('MAC address of the new device').press('Enter')
    assert.notEqual(await setUp(dialog), key)
    await device.getByText('Disabled').waitFor()
    assert.equal(await device.getByRole('button', { name: /^Replace/ }).count(), 0)

    await press(device, `Release: ${mac}`)
    const word = dialog.getByLabel(`Type ${mac} to confirm`)
    await word.press('Enter')
    await word.fill(mac)
    // Whoever searches has not finished.
    const next = dialog.getByLabel('Give it to (optional)')
    await next.fill(ana.email)
    await next.press('Enter')
    await press(dialog, /^Ana Gil/)
    await word.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await device.filter({ hasText: 'Ana Gil' }).waitFor()
  })

  fullTest(
    'says who is notified, tries it without notifying, and reads refusals in their language',
    async () => {
      const { patient } = await makeHousehold(service)
      const name = `${patient.firstName} ${patient.lastName}`
      const page = await open(admin, '/admin/escalation', { language: 'de', expectedErrors: [/40\d/] })
      await press(page, 'Ändern: Hoch')
      const high = page.getByRole('region', { name: 'Hoch' })
      await high.getByLabel('Sekunden nach dem Beginn').nth(1).fill('0')
      await press(high, 'Speichern')
      const refusal = 'Jeder Schritt muss später kommen als der vorige.'
      await high.getByRole('alert').getByText(refusal).waitFor()
      await high.getByRole('group', { name: 'Schritt 2' }).getByText(refusal).waitFor()
      const focusOn = (control: string) =>
        until(() => page.evaluate<boolean>(`document.activeElement.name === '${control}'`), 60_000)
      await focusOn('policy.steps.1.afterSeconds')
      await high.getByLabel('Sekunden nach dem Beginn').nth(1).fill('90')
      const ways = high.getByRole('group', { name: 'Schritt 1' }).getByRole('checkbox')
      for (const way of await ways.all()) await way.uncheck()
      await press(high, 'Speichern')
      await high.getByRole('alert').getByText('Wählen Sie mindestens einen Weg.').waitFor()
      await focusOn('policy.steps.0.tell.0.channels')
      await ways.first().check()
      await press(high, 'Speichern')
      await high.getByText('Nach 90 Sekunden').waitFor()
      const dryRun = page.getByRole('region', { name: 'Probelauf' })
      await fill(dryRun, { Patient: patient.lastName })
      await press(dryRun, new RegExp(`^${name} `))
      await dryRun
        .getByRole('listitem')
        .filter({ hasText: 'Ana Gil' })
        .getByText('diese Konsole')
        .first()
        .waitFor()

      await page.goto(`/patients/${patient.id}?tab=settings`)
      await press(page, 'Regeln anzeigen')
      const own = page.getByRole('region', { name: 'Hoch' })
      await own.getByText('Wie bei allen').waitFor()
      await press(own, 'Ändern: Hoch')
      await press(own.getByRole('group', { name: 'Schritt 2' }), 'Diesen Schritt entfernen')
      await press(own, 'Speichern')
      await press(own, 'Benachrichtigen wie bei allen: Hoch')
      await own.getByText('Wie bei allen').waitFor()
      await fill(page, { 'Alarm unter diesem Puls': '50', 'Alarm über diesem Puls': '60' })
      await press(page.getByRole('region', { name: 'Überwachung' }), 'Speichern')
      await page.getByText('Das muss mindestens 20 über der unteren Grenze liegen.').waitFor()
    },
  )

  fullTest('sends again what was not accepted, and is asked before something ends', async () => {
    const expectedErrors = [lostLine]
    const page = await open(admin, '/admin/deliveries', { expectedErrors })
    const failed = page.getByRole('row').filter({ hasText: 'Failed' })
    await failed.getByText('The other service answered 500.').waitFor()
    await press(failed, 'Send again')
    await page.getByRole('row').filter({ hasText: '2 attempts' }).getByText('Sent', { exact: true }).waitFor()

    await page.getByText(/^As of /).waitFor()
    const { patient } = await makeHousehold(service)
    const again = page.waitForResponse(/\/api\/admin\/deliveries/)
    await reportFall(service, patient)
    await again
    await page.context().setOffline(true)
    await page.locator('.is-old .table').waitFor()
    await page.context().setOffline(false)
    await page.goto('/admin/system')
    await page
      .getByText(/^As of /)
      .first()
      .waitFor()
    await fill(page, { Address: `${ntfy.url}/hook` })
    await press(page, 'Add a webhook')
    const first = await page.getByLabel('The secret, shown only now:').inputValue()
    isNtfyBroken = true
    await press(page, /^Test: /)
    await page.getByText('The test message was not accepted: The other service answered 500.').waitFor()
    await press(page, /^New secret: /)
    await press(page.getByRole('dialog'), 'New secret')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.notEqual(await page.getByLabel('The secret, shown only now:').inputValue(), first)
    await press(page, /^Remove: /)
    await press(page.getByRole('dialog'), 'Cancel')
    await page.getByRole('button', { name: /^Remove: / }).waitFor()
    await press(page, /^Remove: /)
    await press(page.getByRole('dialog'), 'Remove')
    await page.getByRole('button', { name: /^Remove: / }).waitFor({ state: 'detached' })
    await press(page, 'What would it do?: Remove ended sessions')
    await page.getByText(/^Remove ended sessions would do: sessions: 0, invitations: 0/).waitFor()
  })

  fullTest('invites somebody who has no e-mail address yet', async () => {
    const { ana } = await makeHousehold(service)
    const { id } = await done(service, 'POST', '/patients', ana, { firstName: 'Otto', lastName: 'Lang' })
    const page = await open(admin, `/admin/people/${id}`)
    await page
      .getByText(/^This person has neither an e-mail address nor a sign-in name, and cannot sign in\./)
      .waitFor()
    await fill(page, { 'E-mail or sign-in name': 'otto@example.org' })
    await press(page, 'Make the invitation')
    const link = await page.getByLabel('Link to choose a password').inputValue()
    // The page is read again after the link is shown.
    await page.getByLabel('E-mail or sign-in name').waitFor({ state: 'detached' })
    const address = page.getByLabel(/^E-mail/)
    await until(async () => (await address.inputValue()) === 'otto@example.org', 60_000)
    const his = await acceptLink(link, goodPassword, 'Start')
    await his.getByRole('button', { name: 'I need help' }).waitFor()
  })

  fullTest('makes a link for a forgotten password, which ends the other sessions', async () => {
    const { ana } = await makeHousehold(service)
    const ended = await open(ana, '/', { expectedErrors: [/401/] })
    await ended.getByText('No alarm is open.').waitFor()
    const forgotten = await open(undefined, '/sign-in', { expectedErrors: [/401/] })
    await forgotten.getByRole('link', { name: 'Forgot your password?' }).click()
    // The screen that is left has such a field, too.
    await forgotten.getByRole('button', { name: 'Send me a link' }).waitFor()
    await fill(forgotten, { 'E-mail': ana.email })
    await press(forgotten, 'Send me a link')
    await forgotten.getByText('This service sends no e-mail. Please ask an admin for a link.').waitFor()

    const page = await open(admin, `/admin/people/${ana.id}`)
    await press(page, 'Make a password link')
    const link = await page.getByLabel('Link to choose a password').inputValue()
    const password = `${goodPassword}Again`
    const hers = await acceptLink(link, password, 'Save and sign in')
    await hers.getByText('No alarm is open.').waitFor()
    await hers.goto('/me/profile')
    // Nothing was changed, which is no reason to refuse it.
    await press(hers, 'Save')
    await hers.getByText('Saved.').waitFor()
    await ended.getByText('Your session has ended.').waitFor()
    await signInAt(ended, { email: ana.email, password })
    await ended.getByText('No alarm is open.').waitFor()
  })
})
