import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { adminAccount, goodPassword, useService } from '../support/service.ts'
import { useBrowser } from './support/browser.ts'
import { consoleFolder } from './support/console.ts'
import { houseSettings } from './support/house.ts'

const service = useService(houseSettings, { consoleFolder })
const browser = useBrowser()

/** saved is what a German spreadsheet saves: semicolons, Windows-1252 and line ends of two characters. */
const saved = (name: string, lines: readonly string[]) => ({
  ...{ name, mimeType: 'text/csv' },
  buffer: Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'),
})

const residents = [
  'Nr.;Name;Vorname;Geb.-Datum;Wohnbereich;Zimmer;Armband;Pflegegrad',
  '1;Bäcker;Irma;8.10.1945;1;12;Armband 1;3',
  '2;Groß;Otto;23.2.1938;1;14;Armband 2;2',
  '3;Núñez;José;1.1.1941;2;21;Armband 3;4',
]
const staff = [
  'Name;Vorname;Funktion;Wohnbereich;Telefon',
  'Müller;Jörg;Pflegefachkraft;1;0171/1234567',
  'Weiß;Käthe;Altenpflegerin;2;0172/7654321',
]

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function choose(page: Page, files: ReturnType<typeof saved>[], button: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(files)
  await press(page, button)
}

/** noPrintDialog keeps the dialog of the browser closed, and counts how often it would open. */
const noPrintDialog = (page: Page) =>
  page.addInitScript('window.printed = 0; window.print = () => { printed++ }')

describe('an admin with two spreadsheets', needsBrowser(), () => {
  test('brings a home in, prints its sheet, and a nurse without an address begins from the paper', async () => {
    const { page, url } = await browser.openPage(service, adminAccount, { language: 'de', theme: 'dark' })
    await noPrintDialog(page)
    await page.goto(`${url}/welcome`)
    await page.getByRole('link', { name: 'Listen importieren' }).click()
    await choose(page, [saved('Bewohner.csv', residents), saved('Mitarbeiter.csv', staff)], 'Prüfen')
    await page.getByText('Windows-1252').first().waitFor()
    await page.getByLabel('Pflegegrad').waitFor()
    assert.equal(await page.getByLabel('Wer sind die Personen in Bewohner.csv?').inputValue(), 'PATIENT')
    await page.getByText('Anmeldename: joerg.mueller').first().waitFor()
    await press(page, 'Importieren')
    await page.getByText('Der Import ist fertig.').waitFor()
    await page.getByRole('button', { name: 'Schlüssel kopieren: Armband 1, Irma Bäcker' }).waitFor()
    await press(page, 'Einladungen und Etiketten drucken')

    const cards = page.locator('.print-card')
    await cards.first().waitFor({ state: 'attached' })
    assert.equal(await page.evaluate('printed'), 1)
    assert.equal(await cards.first().isVisible(), false, 'not on the screen')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.setViewportSize({ width: 703, height: 1000 })
    assert.equal(await cards.count(), 2)
    assert.match(await cards.first().innerText(), /^Jörg Müller\n+Sie melden sich an als\njoerg\.mueller\n/)
    const labels = await page.locator('.print-label').allInnerTexts()
    assert.deepEqual(
      labels.map((label) => label.split(/\n+/).slice(0, 3)),
      [
        ['Irma Bäcker', 'Zimmer 12 · Wohnbereich 1', 'Armband 1'],
        ['Otto Groß', 'Zimmer 14 · Wohnbereich 1', 'Armband 2'],
        ['José Núñez', 'Zimmer 21 · Wohnbereich 2', 'Armband 3'],
      ],
    )
    assert.equal(await page.getByRole('button', { name: 'Ergebnis herunterladen' }).isVisible(), false)
    const code = await page.locator('.print-card .qr-code').first().boundingBox()
    assert.ok((code?.width ?? 0) > 100, 'a telephone can read it')
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1280, height: 900 })

    // The link is what the code says.
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(page, 'Ergebnis herunterladen'),
    ])
    const stream = await download.createReadStream()
    const result = Buffer.concat(await stream.toArray()).toString()
    const link = /joerg\.mueller,TO_HAND_OVER,[\w-]+,(\S+?\/invitation#[\w-]+)/.exec(result)?.[1] ?? ''
    const nurse = await browser.openPage(service, undefined, {
      ...{ language: 'de', path: link.replace(/^https?:\/\/[^/]+/, ''), expectedErrors: [/40[01]/] },
    })
    await nurse.page.getByLabel('Passwort', { exact: true }).fill(goodPassword)
    await press(nurse.page, 'Beginnen')
    await nurse.page.getByText('Irma Bäcker').first().waitFor({ state: 'attached' })
    assert.equal(await nurse.page.getByText('José Núñez').count(), 0, 'the residents of the ward')
  })

  test('is asked what the files leave open, and reads each error once', async () => {
    const { page } = await browser.openPage(service, adminAccount, {
      path: '/admin/import',
      width: 390,
      height: 844,
    })
    const lines = [
      'Vorname;Name;geboren;Stockwerk',
      'Eva;Roth;08.10.45;2',
      'Ida;Roth;01.02.38;3',
      'Max;;01.02.39;3',
      'Udo;;01.02.40;',
    ]
    await choose(page, [saved('Liste.csv', lines)], 'Check')
    const errors = page.getByRole('region', { name: 'Errors' }).getByRole('listitem')
    await errors.getByText('Liste.csv, lines 4–5').waitFor()
    assert.equal(await errors.count(), 1)
    await press(page, 'Choose other files')
    await choose(page, [saved('Liste.csv', lines.slice(0, 3))], 'Check')
    const button = page.getByRole('button', { name: 'Import', exact: true })
    await page.getByText('Answer the question below.').waitFor()
    assert.ok(await button.isDisabled())
    await page.getByLabel(/All were born in the 1900s/).check()
    await page.getByText('Answer the question below.').waitFor({ state: 'detached' })
    await page.getByLabel('Stockwerk').selectOption('Ward')
    await page.getByText('Columns left out: Stockwerk').waitFor({ state: 'detached' })
    await button.click()
    await page.getByText('Created: 2, changed: 0, unchanged: 0.').waitFor()
    const rows = await service.ctx.db.query(
      `select date_of_birth::text as born, ward from users join residences on patient_id = users.id
       where last_name = 'Roth' order by first_name`,
    )
    assert.deepEqual(rows, [
      { born: '1945-10-08', ward: '2' },
      { born: '1938-02-01', ward: '3' },
    ])
  })
})
