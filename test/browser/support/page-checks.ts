import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CDPSession, Locator, Page } from 'playwright-core'

/** A rule of accessibility that a page breaks, and where. */
export interface AxeViolation {
  id: string
  impact: string
  help: string
  /** Each element as a selector, with what is wrong with it. */
  elements: string[]
}

export interface AxeOptions {
  /** Selectors of the part to look at; all of the page unless given. */
  include?: string[]
  /** Selectors of what to leave out, such as what is around every screen. */
  exclude?: string[]
  /** The only rules to look at; all of the levels below unless given. */
  rules?: string[]
  /** Rules to leave out, each for a reason that the test tells. */
  disabledRules?: string[]
}

const axeSource = () => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The levels A and AA of WCAG 2.2, and what is good practice beyond them. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Checks the accessibility of a page as it is. It runs in a world of its own, which shares the document with the page
 * but neither its globals nor its Content-Security-Policy.
 */
export async function axe(
  page: Page,
  { include, exclude, rules: only, disabledRules = [] }: AxeOptions = {},
): Promise<AxeViolation[]> {
  const devtools = await sessionOf(page)
  const { frameTree } = await devtools.send('Page.getFrameTree')
  // The world of this name stays until the page loads another document.
  const { executionContextId: contextId } = await devtools.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'axe',
  })
  const run = async (expression: string) => {
    const { result, exceptionDetails } = await devtools.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  if ((await run('typeof axe')) === 'undefined') await run(`${axeSource()};undefined`)
  const rules = Object.fromEntries(disabledRules.map((rule) => [rule, { enabled: false }]))
  const runOnly = only ? { type: 'rule', values: only } : { type: 'tag', values: tags }
  const options = { runOnly, rules, resultTypes: ['violations'] }
  const scope = include || exclude ? JSON.stringify({ include: include ?? ['html'], exclude }) : 'document'
  return await run(`axe.run(${scope}, ${JSON.stringify(options)}).then(({ violations }) => violations.map(
    ({ id, impact, help, nodes }) => ({ id, impact, help,
      elements: nodes.map(({ target, failureSummary }) => target.join(' ') + ': ' + failureSummary) })))`)
}

const sessions = new WeakMap<Page, CDPSession>()

async function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  return session
}

/** The buttons that are named by a text, or show nothing else although their names say whom they are about. */
export function buttonWith(page: Page, text: string): Locator {
  const shown = new RegExp(`^\\s*${text.replace(/[.?()]/g, '\\$&')}\\s*$`)
  const buttons = page.getByRole('button')
  return page.getByRole('button', { name: text, exact: true }).or(buttons.filter({ hasText: shown }))
}

/** Names what sticks out of a page that is wider than its window. */
export function findSidewaysScroll(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const root = document.scrollingElement
    if (root.scrollWidth <= root.clientWidth) return []
    const name = (element) => element.tagName.toLowerCase() + (element.id && '#' + element.id) +
      [...element.classList].map((one) => '.' + one).join('')
    const wide = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 0.5)
    return ['scrolls sideways, ' + root.scrollWidth + ' of ' + root.clientWidth + ' pixels', ...wide.slice(0, 10).map(name)]
  })()`)
}

/**
 * Describes the buttons, the links of navigation and the form fields that are smaller than so many pixels:
 * all that are shown, or of the buttons only those with one of these texts, outside of notices.
 */
export function findSmallTargets(page: Page, least: number, texts?: string[]): Promise<string[]> {
  return page.evaluate(`(() => {
    const texts = ${JSON.stringify(texts ?? null)}
    const selector = texts
      ? 'button'
      : 'button, [role=button], nav a, a.button, select, textarea, summary, input:not([type=hidden])'
    /** A box to tick is as large as the label around it. */
    const targetOf = (element) =>
      (['checkbox', 'radio', 'file'].includes(element.type) && element.closest('label')) || element
    /** What is only for screen readers, or not in the window yet, such as a link to skip to the content. */
    const isHidden = (element) =>
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      element.closest('.visually-hidden, [aria-hidden=true], [inert], [style*="clip"]') !== null
    const isMeant = (element) =>
      !texts || (texts.includes(element.innerText.trim()) && !element.closest('.notice-card'))
    const small = []
    for (const element of document.querySelectorAll(selector)) {
      const target = targetOf(element)
      if (isHidden(target) || !isMeant(element)) continue
      const { width, height } = target.getBoundingClientRect()
      if (Math.min(width, height) < ${least} - 0.5)
        small.push(Math.round(width) + ' × ' + Math.round(height) + ' of ${least} pixels: ' +
          target.outerHTML.slice(0, 120))
    }
    return small
  })()`)
}
