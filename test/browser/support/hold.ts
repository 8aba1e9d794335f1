import type { Locator, Page } from 'playwright-core'

/** Keeps a button pressed until something is there that only holding it brings. */
export async function hold(page: Page, button: Locator, wanted: Locator): Promise<void> {
  const box = await button.boundingBox()
  if (!box) throw new Error('The button is not shown')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await wanted.first().waitFor()
  await page.mouse.up()
}
