// Full: what it loads and its policy are tested through HTTP.
import { test } from 'node:test'
import { needsBrowser } from '../../harness/chromium.ts'
import { useService } from '../support/service.ts'
import { browserSettings, useBrowser } from './support/browser.ts'

const service = useService(browserSettings)
const browser = useBrowser()

test('a browser shows the explorer without a problem', needsBrowser(), async () => {
  const { page } = await browser.openPage(service, undefined)
  await page.goto('/docs')
  await page
    .getByRole('heading', { name: /Fallwatch/ })
    .first()
    .waitFor({ timeout: 120_000 })
  await page.locator('.opblock').first().waitFor()
})
