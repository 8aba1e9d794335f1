import type { BrowserContext, Page } from 'playwright-core'

/** Something that a page must not do: an error in its console, an uncaught one, or a CSP violation. */
export interface Problem {
  kind: 'console' | 'uncaught' | 'csp'
  text: string
}

/** Problems of all pages of a context. */
export interface Problems {
  /** Gives the problems so far and forgets them: for tests that provoke some. */
  take(): Promise<Problem[]>
}

const cspMark = 'CSP violation: '

/** Collects the problems of the pages of a context; those that match one of the patterns are expected. */
export async function watchProblems(context: BrowserContext, expected: RegExp[]): Promise<Problems> {
  let found: Problem[] = []
  const add = (kind: Problem['kind'], text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) found.push({ kind, text })
  }
  // The browser's own message about a violation is in its console as well, but words of a browser are no interface.
  await context.addInitScript((mark) => {
    const { document, console } = globalThis as unknown as BrowserGlobals
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(
        `${mark}${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
      )
    })
  }, cspMark)
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    const text = message.text()
    if (text.startsWith(cspMark)) add('csp', text.slice(cspMark.length))
    else add('console', `${text} (${message.location().url})`)
  })
  context.on('weberror', (error) => add('uncaught', error.error().stack || String(error.error())))
  return {
    async take() {
      await Promise.all(context.pages().map(settle))
      const taken = found
      found = []
      return taken
    },
  }
}

/** What of a browser the scripts here use; the project is compiled without the types of the DOM. */
interface BrowserGlobals {
  document: { addEventListener(type: string, listener: (event: Violation) => void): void }
  console: { error(text: string): void }
}

interface Violation {
  effectiveDirective: string
  blockedURI: string
  sourceFile: string
  lineNumber: number
}

/** Events of the browser arrive in order: those before the answer have come when the answer has. */
async function settle(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => setTimeout(resolve))').catch(() => undefined)
}
