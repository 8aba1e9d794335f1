// Full: the rules of imports are tested through HTTP, and one in the browser in home-journey.test.ts.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { adminAccount, useService } from '../support/service.ts'
import { useBrowser } from './support/browser.ts'
import { consoleFolder } from './support/console.ts'
import { houseSettings } from './support/house.ts'
import { saved } from './support/spreadsheet.ts'

const service = useService(houseSettings, { consoleFolder })
const browser = useBrowser()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function choose(page: Page, files: ReturnType<typeof saved>[], button: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(files)
  await press(page, button)
}

describe('an admin with a spreadsheet', needsBrowser(), () => {
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
    // Not check(), which looks at the choice again: the question may be gone by then.
    await page.getByLabel(/All were born in the 1900s/).click()
    await page.getByText('Answer the question below.').waitFor({ state: 'detached' })
    await page.getByLabel('Stockwerk').selectOption('Ward')
    await page.getByText('Columns left out: Stockwerk').waitFor({ state: 'detached' })
    await page.getByText(/nobody would be told of a fall: Ward 2 \(1\) and Ward 3 \(1\)\./).waitFor()
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

    // What a second import changes is named as the columns are in the console.
    await press(page, 'Import other files')
    await choose(page, [saved('Liste.csv', ['Vorname;Name;geboren', 'Eva;Roth;9.10.1945'])], 'Check')
    await page.getByText('Exists already. Changes: Date of birth.').waitFor()
  })
})
