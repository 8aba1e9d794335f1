// Full: it shows that the checks of the other files can fail.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { findChromium, findHeadlessShell, needsBrowser } from '../../harness/chromium.ts'
import { useService } from '../support/service.ts'
import { assertNoProblems, browserSettings, useBrowser } from './support/browser.ts'
import { axe, findSidewaysScroll } from './support/page-checks.ts'

const page = (body: string) =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>Fixture</title><main><h1>Fixture</h1>${body}</main></html>`

const fixtures: Record<string, string> = {
  'index.html': page('<p>All is well.</p>'),
  'inline.html': page('<script>document.title = "ran"</script>'),
  'string.html': page('<p id="text"></p><script src="/string.js"></script>'),
  'string.js': 'document.getElementById("text").innerHTML = "<b>bold</b>"',
  'log.html': page('<script src="/log.js"></script>'),
  'log.js': 'console.warn("only a warning"); console.error("it broke"); undefined.name',
  'label.html': page('<button></button><img src="data:,">'),
  'wide.html': page('<link rel="stylesheet" href="/wide.css"><div id="wide">wide</div>'),
  'wide.css': '#wide { width: 400px }',
}

const folder = mkdtempSync(join(tmpdir(), 'fallwatch-fixtures-'))
after(() => rmSync(folder, { recursive: true, force: true }))
for (const [name, content] of Object.entries(fixtures)) writeFileSync(join(folder, name), content)

const service = useService(browserSettings, { consoleFolder: folder })
const browser = useBrowser()

const open = (path: string, options = {}) => browser.openPage(service, undefined, { path, ...options })

describe('a browser', needsBrowser(), () => {
  test('is started again after it has crashed', async () => {
    const { context } = await open('/index.html')
    await context.browser()?.close()
    const { page } = await open('/index.html')
    await page.getByText('All is well.').waitFor()
  })

  test('shows the console without a problem, in any theme, language and width', async () => {
    const { page } = await open('/', { width: 320, theme: 'dark', language: 'es' })
    assert.equal(await page.title(), 'Fixture')
    const seen = await page.evaluate(
      '[innerWidth, matchMedia("(prefers-color-scheme: dark)").matches, navigator.language]',
    )
    assert.deepEqual(seen, [320, true, 'es-ES'])
    assert.deepEqual(await findSidewaysScroll(page), [])
    assert.deepEqual(await axe(page), [])
  })

  test('is signed in as the person that it is opened for, and nobody else', async () => {
    const ask = `fetch('/api/me', { headers: { 'x-requested-with': 'fallwatch' } })
      .then(async (response) => [response.status, (await response.json()).data?.id])`
    const [rosa, luis] = [await service.signUp(), await service.signUp()]
    for (const person of [rosa, luis]) {
      const { page } = await browser.openPage(service, person, { path: '/' })
      assert.deepEqual(await page.evaluate(ask), [200, person.id])
    }
    const { page, problems } = await open('/')
    assert.deepEqual(await page.evaluate(ask), [401, undefined])
    assert.equal((await problems.take()).length, 1, 'a refused request is an error in the console')
    const expecting = await open('/', { expectedErrors: [/401/] })
    assert.deepEqual(await expecting.page.evaluate(ask), [401, undefined])
  })

  test('reports errors in the console, and those that nothing caught', async () => {
    const { problems } = await open('/log.html')
    const found = await problems.take()
    assert.throws(() => assertNoProblems(found), /the page had problems/)
    assert.deepEqual(found.map(({ kind }) => kind).sort(), ['console', 'uncaught'])
    assert.match(found.map(({ text }) => text).join(), /it broke.*log\.js|log\.js.*it broke/s)
    assert.deepEqual(await problems.take(), [], 'they were taken')
  })

  test('reports violations of the Content-Security-Policy', async () => {
    const { page, problems } = await open('/inline.html')
    assert.equal(await page.title(), 'Fixture', 'the script did not run')
    const found = await problems.take()
    assert.ok(found.some(({ kind, text }) => kind === 'csp' && text.startsWith('script-src-elem inline')))
    await page.goto('/string.html')
    assert.equal(await page.locator('#text').textContent(), '', 'no string became HTML')
    const others = await problems.take()
    assert.ok(others.some(({ kind, text }) => kind === 'csp' && text.startsWith('require-trusted-types-for')))
  })

  test('reports what people with a screen reader cannot use', async () => {
    const { page } = await open('/label.html')
    const violations = await axe(page)
    assert.deepEqual(violations.map(({ id }) => id).sort(), ['button-name', 'image-alt'])
    assert.match(violations[0]?.elements.join() ?? '', /^(button|img): /)
    assert.deepEqual(await axe(page, { disabledRules: ['button-name', 'image-alt'] }), [])
    assert.equal(await page.evaluate('typeof axe'), 'undefined', 'the page does not see it')
  })

  test('reports a page that scrolls sideways, and what makes it', async () => {
    const { page } = await open('/wide.html', { width: 320 })
    assert.match((await findSidewaysScroll(page)).join(), /div#wide/)
    const wide = await open('/wide.html')
    assert.deepEqual(await findSidewaysScroll(wide.page), [])
  })
})

describe('a missing browser', () => {
  const nowhere = { PATH: folder }

  test('skips the tests, with the reason', () => {
    assert.match(
      needsBrowser(nowhere, 'linux').skip ?? '',
      /no Chromium on this machine: apt install chromium/,
    )
  })

  test('is an error in CI', () => {
    assert.throws(() => needsBrowser({ ...nowhere, CI: 'true' }, 'linux'), /CI must not skip/)
  })

  test('is not missed if CHROME_PATH names one', () => {
    const named = { ...nowhere, CHROME_PATH: '/opt/chrome' }
    assert.equal(findChromium(named, 'linux'), '/opt/chrome')
    assert.equal(findHeadlessShell(named), undefined)
  })
})
