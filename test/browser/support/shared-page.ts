import type { Page } from 'playwright-core'
import type { TestService } from '../../support/service.ts'
import {
  type Account,
  assertNoProblems,
  type OpenedPage,
  type PageOptions,
  signIn,
  type useBrowser,
} from './browser.ts'

/** What can be different for each who uses a shared page. */
type Visit = Pick<PageOptions, 'width' | 'height' | 'expectedErrors'>

/**
 * Gives the tests of a file one page for several people, one after the other, because opening another costs three times
 * as much as loading one again. Each of them finds it as in a new browser, which has only the files of the console.
 */
export function useSharedPage(
  browser: ReturnType<typeof useBrowser>,
  service: TestService,
  options: Omit<PageOptions, keyof Visit | 'path' | 'stays'> = {},
) {
  const expectedErrors: RegExp[] = []
  let opened: OpenedPage | undefined

  /** Ends what the one before has left: a stream, requests, a session and settings. */
  async function clean({ page, context, problems }: OpenedPage): Promise<void> {
    await page.goto('/health')
    await page.evaluate('localStorage.clear(), sessionStorage.clear()')
    await page.emulateMedia({ media: null, colorScheme: null })
    await context.clearCookies()
    assertNoProblems(await problems.take())
  }

  return async function visit(
    person: Account | undefined,
    path: string,
    { width = 1280, height = 800, expectedErrors: expected = [] }: Visit = {},
  ): Promise<Page> {
    // A browser that has crashed has closed it.
    if (opened?.page.isClosed()) opened = undefined
    if (opened) await clean(opened)
    opened ??= await browser.openPage(service, undefined, { ...options, expectedErrors, stays: true })
    const { page, context, url } = opened
    expectedErrors.splice(0, expectedErrors.length, ...expected)
    await page.setViewportSize({ width, height })
    if (person) await signIn(context, url, person)
    await page.goto(path)
    return page
  }
}
