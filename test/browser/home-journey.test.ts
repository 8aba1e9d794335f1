import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { adminAccount, goodPassword, useService } from '../support/service.ts'
import { useBrowser } from './support/browser.ts'
import { consoleFolder } from './support/console.ts'
import { houseSettings } from './support/house.ts'
import { saved } from './support/spreadsheet.ts'

const service = useService(houseSettings, { consoleFolder })
const browser = useBrowser()

const residents = [
  'Bewohnerliste Haus Abendrot;;;;;;;',
  'Nr.;Name;Vorname;Geb.-Datum;Wohnbereich;Zimmer;Uhr;Pflegegrad',
  '1;Bäcker;Irma;8.10.1945;1;12;Armband 1;3',
  '2;Groß;Otto;23.2.38;1;14;Armband 2;2',
  '3;Núñez;José;1.1.1941;2;21;Armband 3;4',
]
const staff = [
  'Name;Vorname;Funktion;Wohnbereich;Telefon',
  'Müller;Jörg;Pflegefachkraft (m/w/d);1;0171/1234567',
  'Weiß;Käthe;Altenpflegerin;2;0172/7654321',
]

/** Counts what a person does with the mouse: each press, each choice. */
function counting(page: Page) {
  let clicks = 0
  const button = (name: string | RegExp, within: Page | Locator) =>
    within.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).first()
  const act = <Result>(done: Promise<Result>) => {
    clicks++
    return done
  }
  return {
    count: () => clicks,
    act,
    press: (name: string | RegExp, within: Page | Locator = page) => act(button(name, within).click()),
    // Not check(), which looks at the choice again: a question that is answered may be gone by then.
    tick: (name: string | RegExp, within: Page | Locator = page) =>
      act(within.getByLabel(name).first().click()),
  }
}

/** Keeps the dialog of the browser closed, and counts how often it would open. */
const noPrintDialog = (page: Page) =>
  page.addInitScript('window.printed = 0; window.print = () => { printed++ }')

async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('E-Mail oder Anmeldename').fill(name)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

const begin = async (page: Page, link: string, button: string) => {
  await page.goto(link.replace(/^https?:\/\/[^/]+/, ''))
  await page.getByLabel('Passwort', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: button }).click()
}

/** Looks at what is printed, on a sheet of A4 with dark colours on the screen. */
async function onPaper(page: Page, look: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width: 703, height: 1000 })
  await look()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1280, height: 900 })
}

describe('an admin with two spreadsheets', needsBrowser(), () => {
  test('has a home with a rota and printed invitations after 25 clicks, and a nurse begins from the paper', async () => {
    const expectedErrors = [/40[01]/]
    const { page } = await browser.openPage(service, undefined, { language: 'de', expectedErrors })
    await noPrintDialog(page)
    await page.goto('/')
    const { press, tick, act, count } = counting(page)

    // A fresh installation begins with the first steps.
    await signIn(page, adminAccount.email, adminAccount.password)
    await press('Öffnen: Zeitzone wählen')
    await press('Zeitzone speichern')
    await page.getByText('1 von 6 Schritten').waitFor()
    await act(page.getByRole('link', { name: 'Listen importieren' }).click())

    await act(
      page
        .locator('input[type=file]')
        .setInputFiles([saved('Bewohner.csv', residents), saved('Mitarbeiter.csv', staff)]),
    )
    await press('Prüfen')
    await page.getByText('Windows-1252').first().waitFor()
    assert.equal(await page.getByLabel('Wer sind die Personen in Bewohner.csv?').inputValue(), 'PATIENT')
    await page.getByText('Anmeldename: joerg.mueller').first().waitFor()
    await tick(/Alle sind im 20. Jahrhundert geboren/)
    await page.getByText('Beantworten Sie die Frage unten.').waitFor({ state: 'detached' })
    await act(page.getByLabel('Uhr', { exact: true }).selectOption({ label: 'Gerät' }))
    await page.getByText('Ausgelassene Spalten: Pflegegrad').waitFor()
    await press('Importieren')
    await page.getByText('Der Import ist fertig.').waitFor()
    await page.getByRole('button', { name: 'Schlüssel kopieren: Armband 1, Irma Bäcker' }).waitFor()

    await press('Einladungen und Etiketten drucken')
    const cards = page.locator('.print-card')
    await cards.first().waitFor({ state: 'attached' })
    assert.equal(await page.evaluate('printed'), 1)
    assert.equal(await cards.first().isVisible(), false, 'not on the screen')
    await onPaper(page, async () => {
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
    })
    const [download] = await Promise.all([page.waitForEvent('download'), press('Ergebnis herunterladen')])
    const result = Buffer.concat(await (await download.createReadStream()).toArray()).toString()

    // Two shifts of twelve hours, the same in both teams.
    await act(page.getByRole('link', { name: 'Dienstplan anlegen' }).click())
    const dialog = page.getByRole('dialog')
    for (const [from, to] of [
      ['06:00', '18:00'],
      ['18:00', '06:00'],
    ] as const) {
      await press('Schicht hinzufügen: Team 1')
      await dialog.getByLabel('Von').fill(from)
      await dialog.getByLabel('Bis').fill(to)
      await tick('Jörg Müller', dialog)
      await tick('Team 2', dialog)
      await press('Fertig', dialog)
      await page.getByText(`Team 2: niemand in der Schicht ${from} – ${to}: jeden Tag`).waitFor()
      const gap = page.getByText('Team 1: jeden Tag keine Schicht von 18:00 bis 06:00')
      await gap.waitFor({ state: from === '06:00' ? 'visible' : 'detached' })
    }
    await press('Team 2: Schicht 06:00 – 18:00')
    await tick('Käthe Weiß', dialog)
    await press('Nächste Schicht', dialog)
    await dialog.getByText('Team 2: Schicht 18:00 – 06:00').waitFor()
    await tick('Käthe Weiß', dialog)
    await press('Fertig', dialog)
    await page.getByText('Nicht alles ist besetzt').waitFor({ state: 'detached' })
    await press('Dienstplan speichern')
    await page.getByText('Gespeichert.').waitFor()
    assert.ok(count() <= 25, `${count()} clicks`)

    // The link is what the code on the card says.
    const link = /joerg\.mueller,TO_HAND_OVER,[\w-]+,(\S+?\/invitation#[\w-]+)/.exec(result)?.[1] ?? ''
    const { page: phone } = await browser.openPage(service, undefined, {
      ...{ language: 'de', width: 390, height: 844, expectedErrors },
    })
    await begin(phone, link, 'Beginnen')
    await phone.getByRole('heading', { name: 'Jetzt' }).waitFor()
    await phone.context().clearCookies()
    await phone.goto('/')
    await signIn(phone, ' Joerg.Mueller ', goodPassword)
    await phone.getByText(/^Seit .*: nichts geschehen, keine Notizen/).waitFor()
    // The same names stand in the closed list of those who are not watched.
    const tiles = phone.getByRole('main').getByRole('link', { name: /Irma Bäcker|Otto Groß/ })
    await tiles.first().waitFor()
    assert.equal(await phone.getByText('José Núñez').count(), 0, 'the residents of the ward')
    await tiles.first().click()
    await phone.getByRole('heading', { name: 'Irma Bäcker' }).waitFor()

    // The nurse has forgotten the password, and has no address to send a link to.
    await page.getByRole('link', { name: 'Personen', exact: true }).first().click()
    await page.getByRole('link', { name: 'Jörg Müller' }).click()
    await page.getByRole('button', { name: 'Passwort-Link erstellen' }).click()
    await page.getByRole('button', { name: 'Drucken', exact: true }).click()
    await onPaper(page, async () => {
      assert.match(await cards.first().innerText(), /^Jörg Müller\n+Sie melden sich an als\njoerg\.mueller\n/)
    })
    const reset = await page.getByLabel('Link zur Wahl eines Passworts').inputValue()
    assert.match(reset, /\/reset-password#[\w-]+$/)
  })
})
