import { afterEach } from 'node:test'
import type { TestService } from '../../support/service.ts'
import { type Account, type OpenedPage, signIn, type useBrowser } from './browser.ts'

interface PooledPageOptions {
  width?: number
  height?: number
  path?: string
  expectedErrors?: RegExp[]
}

type PooledPage = OpenedPage & { expectedErrors: RegExp[] }

/** A file without scripts, of the same origin as the console. */
const quietPath = '/layers.css'

/**
 * Gives the tests of a file pages that are used again: in a context of its own a page takes three times as long
 * to open. Nothing of the person before is left in it. What a test gives to the context, such as a script or a
 * clock, would stay: such a test opens a page of its own.
 */
export function usePagePool(browser: ReturnType<typeof useBrowser>, service: TestService) {
  const free: PooledPage[] = []
  const taken: PooledPage[] = []

  /** Without those of a browser that has crashed. */
  const takeFree = () => {
    let found = free.shift()
    while (found?.page.isClosed()) found = free.shift()
    return found
  }

  async function openNew(): Promise<PooledPage> {
    const expectedErrors: RegExp[] = []
    const opened = await browser.openPage(service, undefined, { expectedErrors, stays: true })
    return { ...opened, expectedErrors }
  }

  async function release(pooled: PooledPage): Promise<void> {
    const { page, context, problems } = pooled
    if (page.isClosed()) return
    await context.setOffline(false)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto(quietPath)
    await page.evaluate('localStorage.clear(), sessionStorage.clear()')
    await context.clearCookies()
    // What happened while it was left belongs to no test.
    await problems.take()
    free.push(pooled)
  }
  afterEach(() => Promise.all(taken.splice(0).map(release)))

  return {
    /** Opens a page for somebody until the end of the test. */
    async openPage(
      person: Account | undefined,
      { width = 1280, height = 800, path, expectedErrors = [] }: PooledPageOptions = {},
    ): Promise<OpenedPage> {
      const pooled = takeFree() ?? (await openNew())
      taken.push(pooled)
      const { page, context, url } = pooled
      pooled.expectedErrors.splice(0, pooled.expectedErrors.length, ...expectedErrors)
      await page.setViewportSize({ width, height })
      if (person) await signIn(context, url, person)
      if (path) await page.goto(path)
      return pooled
    },
  }
}
