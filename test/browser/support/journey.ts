import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'

/** Somebody who is not used to it needs less than this for an action on average, in which they also read and type. */
const secondsPerAction = 6

/** Where pictures of journeys go, if somebody wants to look at them. */
const folder = process.env.PICTURES

/** Counts what a person does to reach something, and shows with PICTURES what they see when they decide on it. */
export function beginJourney(t: TestContext, name: string) {
  const actions: string[] = []
  let pictures = 0

  async function takePicture(page: Page): Promise<void> {
    if (!folder) return
    mkdirSync(folder, { recursive: true })
    const path = join(folder, `${name}-${String(++pictures).padStart(2, '0')}.png`)
    await page.screenshot({ path, animations: 'disabled' })
  }

  return {
    /** Does something on a page, or beside it. */
    async act(page: Page, what: string, deed: () => Promise<unknown> = async () => {}): Promise<void> {
      await takePicture(page)
      actions.push(what)
      await deed()
    },
    /** Shows what the person sees in the end, and fails if it takes longer than so many seconds. */
    async end(page: Page, withinSeconds: number): Promise<void> {
      await takePicture(page)
      const seconds = actions.length * secondsPerAction
      t.diagnostic(`${actions.length} actions, of about ${secondsPerAction} seconds: ${actions.join(', ')}`)
      assert.ok(
        seconds <= withinSeconds,
        `${actions.length} actions are too many for ${withinSeconds} seconds`,
      )
    },
  }
}
