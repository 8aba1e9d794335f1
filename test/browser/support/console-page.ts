import { readFileSync } from 'node:fs'
import type { Page, Request } from 'playwright-core'
import { consoleFolder } from '../../../src/app/console/console-files.ts'
import { projectFolder } from '../../../src/platform/project.ts'
import type { TestService } from '../../support/service.ts'
import type { OpenedPage, PageOptions, useBrowser } from './browser.ts'
import type { House } from './house.ts'
import { accountOf, type Screen, type Visitor } from './screens.ts'

/** The build of the console, which `npm test` has made. */
export const consoleOptions = { consoleFolder }

export const languages = ['en', 'de', 'es'] as const
export type Language = (typeof languages)[number]

type Catalogue = { [key: string]: string | Catalogue }

const catalogues = new Map<Language, Catalogue>()

/** A text of the console: `textOf('de', 'home.fine')`. */
export function textOf(language: Language, key: string): string {
  const file = new URL(`web/src/i18n/${language}.json`, projectFolder)
  const catalogue = catalogues.get(language) ?? (JSON.parse(readFileSync(file, 'utf8')) as Catalogue)
  catalogues.set(language, catalogue)
  const found = key
    .split('.')
    .reduce<Catalogue | string | undefined>(
      (part, name) => (typeof part === 'object' ? part[name] : undefined),
      catalogue,
    )
  if (typeof found !== 'string') throw new Error(`There is no text ${key} in ${language}`)
  return found
}

/** A page with the console of somebody. */
export interface ConsolePage extends OpenedPage {
  /** Every request to the API since the page was loaded, such as `GET /api/me`, but not the live stream. */
  requests: string[]
  /** Goes to a screen as a link does, or loads it, and waits until it shows itself. */
  show(screen: Screen): Promise<void>
  /** Loads a screen, even if a link could go there. */
  reload(screen: Screen): Promise<void>
  load(path: string): Promise<void>
  /** Chooses the language of what is shown from now on; the page must be one of the console. */
  speak(language: Language): Promise<void>
  /** Waits until nothing is being read. */
  settle(): Promise<void>
}

/** Opens a page that shows nothing yet. The alarm was asked for already: every screen would have the question. */
export async function openConsole(
  browser: ReturnType<typeof useBrowser>,
  service: TestService,
  { house, visitor }: { house: House; visitor: Visitor },
  options: PageOptions = {},
): Promise<ConsolePage> {
  const opened = await browser.openPage(service, accountOf(house, visitor), options)
  const { page, context } = opened
  for (const { id } of [house.anna, house.ben])
    await context.addInitScript(`localStorage.setItem('fallwatch-sound-${id}', 'off')`)
  let language: Language = options.language ?? 'en'
  const { requests, settle } = watchConsole(page, () => language)
  let shown: Screen | undefined

  async function load(path: string) {
    requests.length = 0
    await page.goto(path)
    await settle()
  }
  return {
    ...opened,
    requests,
    load,
    settle,
    async reload(screen) {
      await load(screen.path(house))
      shown = screen
    },
    async speak(chosen) {
      language = chosen
      await page.evaluate(`localStorage.setItem('fallwatch-language', '${chosen}')`)
      shown = undefined
    },
    async show(screen) {
      const path = screen.path(house)
      const isFirst = shown === undefined || visitor === 'nobody'
      if (isFirst) await load(path)
      else {
        // The former screen stays until the next one is there.
        if (shown?.route !== screen.route)
          await page.evaluate(`document.querySelector('h1')?.setAttribute('data-left', '')`)
        await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
        // Another tab of the same screen has the same heading.
        const tab = new URL(path, page.url()).searchParams.get('tab')
        if (tab) await page.locator(`[role=tab][data-key="${tab}"][aria-selected=true]`).waitFor()
        await settle()
      }
      shown = screen
    },
  }
}

/** In this many rounds of drawing something would have begun. */
const quietRounds = 3

/** What is still being read after this time does not end. */
const quietTimeoutMs = 60_000

const draw =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))'

/** Knows what a page of the console is still reading. */
export function watchConsole(page: Page, language: () => Language = () => 'en') {
  const { requests, quiet } = watchRequests(page)
  return {
    requests,
    /** Waits until a screen is there, and nothing is being read. */
    async settle() {
      await page.locator('h1:not([data-left]), [role=alertdialog]').first().waitFor()
      const loading = page.getByText(textOf(language(), 'common.loading'), { exact: true })
      do await quiet()
      while ((await loading.count()) > 0)
    },
  }
}

function watchRequests(page: Page) {
  const requests: string[] = []
  const pending = new Set<Request>()
  let begun = 0
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/events') return
    begun++
    pending.add(request)
    if (!pathname.startsWith('/api/')) return
    requests.push(`${request.method()} ${pathname}${search}`)
  })
  const end = (request: Request) => void pending.delete(request)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return {
    requests,
    /** Waits until every request has ended and, after some drawing, no other has begun. */
    async quiet() {
      const begunAt = performance.now()
      for (let rounds = 0, seen = begun; rounds < quietRounds; ) {
        await page.evaluate(draw)
        if (performance.now() - begunAt > quietTimeoutMs)
          throw new Error(`${page.url()} still reads ${[...pending].map((request) => request.url())}`)
        rounds = pending.size === 0 && seen === begun ? rounds + 1 : 0
        seen = begun
      }
    },
  }
}
