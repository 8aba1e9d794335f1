import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { useService } from '../support/service.ts'
import { useBrowser } from './support/browser.ts'
import { needsBrowser } from './support/chromium.ts'
import { consoleOptions, openConsole } from './support/console-page.ts'
import { furnish, type House, houseSettings } from './support/house.ts'
import { nameOf, routesOfConsole, screens, screensOf, visitors } from './support/screens.ts'

/** Many people behind one router share the requests that its address has. The live stream is not counted. */
const maxRequests = 6

const service = useService(houseSettings, consoleOptions)
const browser = useBrowser()
let house: House
before(async () => {
  house = await furnish(service)
})
after(() => house?.push.stop())

describe('what a screen asks the service', needsBrowser(), () => {
  test('is known of every route', () => {
    const routes = routesOfConsole()
    assert.ok(routes.length > 20, `only ${routes.length} routes were found in the router`)
    const known = new Set(screens.map(({ route }) => route))
    assert.deepEqual(
      routes.filter((route) => !known.has(route)),
      [],
      'test/browser/support/screens.ts lacks them',
    )
  })

  for (const visitor of visitors)
    test(`is at most ${maxRequests} requests, and none later (${visitor})`, async () => {
      const expectedErrors = visitor === 'nobody' ? [/401/] : []
      const { page, requests, load, settle } = await openConsole(
        browser,
        service,
        { house, visitor },
        { expectedErrors },
      )
      await page.clock.install()
      const problems: string[] = []
      for (const screen of screensOf(visitor).filter(({ tab }) => !tab)) {
        await load(screen.path(house))
        if (requests.length > maxRequests) problems.push(`${nameOf(screen)} asks ${requests.join(', ')}`)
        requests.length = 0
        await page.clock.fastForward('10:00')
        await settle()
        if (requests.length > 0) problems.push(`${nameOf(screen)} asks again ${requests.join(', ')}`)
      }
      assert.deepEqual(problems, [])
    })
})
