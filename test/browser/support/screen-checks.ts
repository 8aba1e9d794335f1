// What every screen must hold: rules of accessibility, and what fits a narrow window and a finger.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { isFull } from '../../support/full.ts'
import { type Language, textOf } from './console-page.ts'
import { type AxeViolation, axe, findSidewaysScroll, findSmallTargets } from './page-checks.ts'

/** What depends on the theme, and not on the language; everything else is the other way round. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** The narrowest window that must work, and one of 1280 pixels that is zoomed to 200 %. */
const narrowWidths = isFull ? [320, 640] : [320]
/** For what does not depend on the width; to change it costs as much as a check. */
export const usualWidth = isFull ? 1280 : 320

/** In a narrow window the heading of a column stands beside each of its cells. */
const rulesOfTables = isFull ? [] : ['empty-table-header']

/** What is around every screen, and what a library announces for seven seconds of a button, also if it is gone by then. */
const frame = ['.shell-header', '[data-live-announcer]']

/** In CSS pixels; a finger that trembles is not exact. */
const leastTarget = 48
const leastLargeTarget = 64

/** The buttons that matter most. A notice, which can wait, has a smaller "I'm on it". */
export const largeTargetsIn = (language: Language) =>
  ['incident.action.acknowledge', 'home.fine', 'home.help'].map((key) => textOf(language, key))

/** Checks what a page shows. */
export async function findProblems(page: Page, language: Language, isWithFrame: boolean): Promise<string[]> {
  await setWidth(page, usualWidth)
  return [...(await findViolations(page, isWithFrame)), ...(await findLayoutProblems(page, language))]
}

/** Fails if what a page shows inside of the frame that all screens have breaks a rule. */
export async function assertFits(page: Page, where: string): Promise<void> {
  const found = await findProblems(page, 'en', false)
  assert.deepEqual(
    found.map((problem) => `${where} ${problem}`),
    [],
  )
}

/**
 * Checks it by all rules; by those about colour, which take longest, once for each visitor, and in full everywhere and in
 * the dark theme as well.
 */
export async function findViolations(page: Page, isWithFrame = true): Promise<string[]> {
  const disabledRules = [...rulesOfTables, ...(isFull || isWithFrame ? [] : colourRules)]
  const options = { ...(isWithFrame ? {} : { exclude: frame }), disabledRules }
  const found = (await axe(page, options)).map(describeViolation)
  if (!isFull) return found
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await axe(page, { rules: colourRules })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...found, ...dark.map((one) => `is dark: ${describeViolation(one)}`)]
}

export const describeViolation = ({ id, help, elements }: AxeViolation) =>
  `${id}: ${help}\n${elements.join('\n')}`

/** Returns what does not fit a narrow window, or a finger. */
async function findLayoutProblems(page: Page, language: Language): Promise<string[]> {
  const largeTargets = largeTargetsIn(language)
  const found: string[] = []
  for (const width of narrowWidths) {
    await setWidth(page, width)
    const problems = [
      ...(await findSidewaysScroll(page)),
      ...(await findSmallTargets(page, leastTarget)),
      ...(await findSmallTargets(page, leastLargeTarget, largeTargets)),
    ]
    found.push(...problems.map((problem) => `at ${width} pixels: ${problem}`))
  }
  await setWidth(page, usualWidth)
  return found
}

async function setWidth(page: Page, width: number): Promise<void> {
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 800 })
}
