import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { needsBrowser } from '../../harness/chromium.ts'
import { findHold } from '../../src/platform/db/installation.ts'
import { makeCircle } from '../support/people.ts'
import { adminAccount, useService } from '../support/service.ts'
import { browserSettings, useBrowser } from './support/browser.ts'
import { consoleOptions } from './support/console-page.ts'
import { useSharedPage } from './support/shared-page.ts'

const service = useService(browserSettings, consoleOptions)
const visit = useSharedPage(useBrowser(), service)
const text = 'No messages are sent: nobody is notified of a fall or a call for help.'

describe('while messages are held', needsBrowser(), () => {
  before(async () => {
    await service.ctx.db.query(`update installation set held_since = now(), held_reason = 'RESTORED'`)
    await service.app.hold.refresh()
  })

  test('every screen of a caregiver says so, without a button', async () => {
    const { caregiver } = await makeCircle(service)
    const page = await visit(caregiver, '/')
    await page.getByRole('alert').getByText(text).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Release messages' }).count(), 0)
  })

  test('an admin releases them', async () => {
    const page = await visit(adminAccount, '/admin/system')
    await page.getByText('This service runs on a restored backup.').waitFor()
    await page.getByRole('button', { name: 'Release messages' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('What was due before is not sent.').waitFor()
    await dialog.getByRole('button', { name: 'Release messages' }).click()
    await page.getByText(text).waitFor({ state: 'detached' })
    assert.equal(await findHold(service.ctx.db), undefined)
  })
})
