import { test } from 'node:test'
import { needsBrowser } from '../../harness/chromium.ts'
import { isFull } from '../support/full.ts'
import { useService } from '../support/service.ts'
import { browserSettings, useBrowser } from './support/browser.ts'

const service = useService(browserSettings)
const browser = useBrowser()

test('a browser shows the explorer without a problem', needsBrowser(), async () => {
  const { page } = await browser.openPage(service, undefined)
  // The explorer draws every operation at once, and they are much alike.
  if (!isFull)
    await page.route('**/docs/json', async (route) => {
      const response = await route.fetch()
      const { paths, ...others } = await response.json()
      const some = Object.fromEntries(Object.entries(paths).slice(0, 10))
      await route.fulfill({ response, json: { ...others, paths: some } })
    })
  await page.goto('/docs')
  await page
    .getByRole('heading', { name: /Fallwatch/ })
    .first()
    .waitFor({ timeout: 120_000 })
  await page.locator('.opblock').first().waitFor()
})
