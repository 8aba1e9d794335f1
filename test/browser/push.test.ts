import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { CDPSession, Page, Worker } from 'playwright-core'
import { act, incidentOf, incidentsOf } from '../support/incidents.ts'
import { reportFall } from '../support/people.ts'
import { type PushReceiver, startPushReceiver } from '../support/push-receiver.ts'
import { assign, type Person } from '../support/readings.ts'
import { useService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { browserSettings, useBrowser } from './support/browser.ts'
import { needsBrowser } from './support/chromium.ts'
import { consoleOptions, textOf, watchConsole } from './support/console-page.ts'
import { done } from './support/house.ts'

const service = useService({ ...browserSettings, ALLOW_PRIVATE_TARGETS: 'on' }, consoleOptions)
const browser = useBrowser({ showsNotifications: true })

let receiver: PushReceiver
before(async () => {
  const { publicKey } = await done(service, 'GET', '/notifications/push-key', await service.signUp())
  receiver = await startPushReceiver(publicKey)
})
after(() => receiver?.stop())

/** Notice is a notification as the browser holds it. */
interface Notice {
  title: string
  body: string
  tag: string
  requireInteraction: boolean
  silent: boolean
  actions: { action: string; title: string }[]
}

/** Phone is the browser of a caregiver, to which push messages of the service come. */
interface Phone {
  page: Page
  worker: Worker
  anna: Person
  /** Has an open incident after a fall. */
  rosa: Person
  incidentId: string
  /** Delivers what the service has sent since the last time, as the push service of the browser does. */
  receive(): Promise<void>
  /** Delivers them once more: a browser does not say whether its worker could be started for a message. */
  receiveAgain(): Promise<void>
  notices(): Promise<Notice[]>
  /** Touches a notification, or one of its buttons. */
  touch(action: string): Promise<void>
}

const workerTimeoutMs = 30_000

async function openPhone(expectedErrors: RegExp[] = []): Promise<Phone> {
  const rosa = await service.signUp()
  const anna: Person = await service.signUp({ role: 'CAREGIVER', firstName: 'Anna', lastName: 'Weber' })
  await assign(service, anna.id, rosa.id)
  const subscription = receiver.subscribe()
  await done(service, 'POST', '/notifications/contacts', anna, { channel: 'push', ...subscription })
  const { page, context, url } = await browser.openPage(service, anna, {
    expectedErrors,
    serviceWorker: true,
  })
  await context.grantPermissions(['notifications'], { origin: url })
  const devtools = await context.newCDPSession(page)
  const registrationId = watchRegistration(devtools)
  await page.goto('/')
  await watchConsole(page).settle()
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  const worker = await until(() => context.serviceWorkers()[0], workerTimeoutMs)
  const id = await until(registrationId, workerTimeoutMs)

  let received = 0
  let payloads: unknown[] = []
  await reportFall(service, rosa, { confidence: 0.95 })
  const [incident] = await incidentsOf(service, anna)
  await service.engine.runDue()
  async function deliver() {
    for (const payload of payloads)
      await devtools.send('ServiceWorker.deliverPushMessage', {
        ...{ origin: url, registrationId: id, data: JSON.stringify(payload) },
      })
  }

  return {
    ...{ page, worker, anna, rosa, incidentId: incident.id },
    async receive() {
      const sent = () =>
        receiver.messages.filter(({ endpoint }) => endpoint === subscription.endpoint).slice(received)
      const messages = await until(() => sent().length > 0 && sent(), workerTimeoutMs)
      received += messages.length
      payloads = messages.map(({ payload }) => payload)
      await deliver()
    },
    receiveAgain: deliver,
    notices: () =>
      worker.evaluate(`self.registration.getNotifications().then((all) => all.map(
        ({ title, body, tag, requireInteraction, silent, actions }) =>
          ({ title, body, tag, requireInteraction, silent: silent === true,
             actions: actions.map(({ action, title }) => ({ action, title })) })))`),
    // The protocol cannot touch notifications: the event is made by hand, with the notification that is shown.
    touch: (action) =>
      worker.evaluate(`self.registration.getNotifications().then(async ([notification]) => {
        const event = new NotificationEvent('notificationclick', { notification, action: ${JSON.stringify(action)} })
        const waiting = []
        event.waitUntil = (promise) => waiting.push(promise)
        self.dispatchEvent(event)
        await Promise.all(waiting)
      })`),
  }
}

/** watchRegistration gives the id of the worker's registration once it is known. */
function watchRegistration(devtools: CDPSession): () => string | undefined {
  let id: string | undefined
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    id = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? id
  })
  void devtools.send('ServiceWorker.enable')
  return () => id
}

/** shown waits for a notification that fits; halfway through, what was received is delivered again. */
async function shown({ notices, receiveAgain }: Phone, fits: (notice: Notice) => boolean): Promise<Notice> {
  const find = () => until(async () => (await notices()).find(fits), workerTimeoutMs / 2)
  return find().catch(async () => {
    await receiveAgain()
    return find()
  })
}

describe('a push message', needsBrowser(), () => {
  test('shows an alert that stays, and its button acknowledges the incident', async () => {
    const phone = await openPhone()
    const { anna, incidentId, receive, touch, notices } = phone
    await receive()
    const alert = await shown(phone, ({ tag }) => tag === `incident-${incidentId}`)
    assert.equal(alert.requireInteraction, true)
    assert.deepEqual(alert.actions, [
      { action: 'acknowledge', title: 'I’m on it' },
      { action: 'open', title: 'Open' },
    ])
    await touch('acknowledge')
    const { state, handledBy } = await incidentOf(service, anna, incidentId)
    assert.deepEqual([state, handledBy.id], ['ACKNOWLEDGED', anna.id])
    const answered = await notices()
    assert.deepEqual(
      answered.map(({ tag, requireInteraction, actions }) => [tag, requireInteraction, actions.length]),
      [[`incident-${incidentId}`, false, 0]],
      'the answer takes the place of the alert',
    )
  })

  test('that closes an incident takes the place of its alert', async () => {
    const phone = await openPhone()
    const { anna, incidentId, receive, notices } = phone
    await receive()
    const alert = await shown(phone, ({ requireInteraction }) => requireInteraction)
    await act(service, anna, incidentId, 'resolve', { outcome: 'FALSE_ALARM' })
    await service.engine.runDue()
    await receive()
    const closing = await shown(phone, ({ requireInteraction }) => !requireInteraction)
    assert.deepEqual([closing.tag, closing.silent, closing.actions], [alert.tag, true, []])
    assert.equal((await notices()).length, 1)
  })

  test('leads to its incident, in the window that is open', async () => {
    const { page, incidentId, receive, touch, ...phone } = await openPhone()
    await receive()
    await shown(
      { page, incidentId, receive, touch, ...phone },
      ({ requireInteraction }) => requireInteraction,
    )
    // A browser gives a window the focus only after a real touch; the page is there nevertheless.
    await touch('').catch(() => {})
    await page.waitForURL(`**/incidents/${incidentId}`)
    await page
      .getByRole('button', { name: textOf('en', 'incident.action.acknowledge'), exact: true })
      .waitFor()
  })
})

describe('without a connection', needsBrowser(), () => {
  test('the page opens nevertheless, and nothing of the API was kept', async () => {
    const { page } = await openPhone([/ERR_INTERNET_DISCONNECTED/, /The service cannot be reached/])
    await page.waitForFunction('navigator.serviceWorker.controller !== null')
    await page.reload()
    await watchConsole(page).settle()
    const kept: string[] = await page.evaluate(`(async () => {
      const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)))
      const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat()
      return requests.map(({ url }) => new URL(url).pathname)
    })()`)
    assert.ok(kept.includes('/index.html'), 'the page itself is kept')
    const isShell =
      /^\/(index\.html|manifest\.webmanifest|layers\.css|worker-settings|(icon|badge)[-\w]*\.(svg|png)|assets\/[-\w.]+)$/
    assert.deepEqual(
      kept.filter((path) => !isShell.test(path)),
      [],
    )
    await page.context().setOffline(true)
    await page.goto('/incidents')
    await page.getByText(textOf('en', 'errors.unreachable')).first().waitFor()
  })
})

interface Manifest {
  name: string
  id: string
  start_url: string
  display: string
  icons: { src: string; sizes: string; type: string; purpose?: string }[]
}

describe('the console can be installed', needsBrowser(), () => {
  test('by its manifest, whose icons are what it says', async () => {
    const { page } = await openPhone()
    const devtools = await page.context().newCDPSession(page)
    const { errors, data } = await devtools.send('Page.getAppManifest')
    assert.deepEqual(errors, [])
    const { name, id, start_url, display, icons } = JSON.parse(data ?? '') as Manifest
    assert.deepEqual([name, id, start_url, display], ['Fallwatch', '/', '/', 'standalone'])
    for (const { src, sizes, type } of icons) {
      const size: string = await page.evaluate(`new Promise((resolve, reject) => {
        const image = new Image()
        image.onload = () => resolve(image.naturalWidth + 'x' + image.naturalHeight)
        image.onerror = () => reject(new Error('No image'))
        image.src = ${JSON.stringify(src)}
      })`)
      assert.equal(size, sizes, src)
      assert.equal((await page.request.get(src)).headers()['content-type'], type)
    }
    const plain = icons.filter(({ purpose = 'any' }) => purpose === 'any').map(({ sizes }) => sizes)
    assert.deepEqual(plain, ['192x192', '512x512'])
    assert.ok(icons.some(({ purpose }) => purpose === 'maskable'))
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    // Nothing is installed from a window that forgets everything, as that of a test.
    const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
    assert.deepEqual(others, [])
  })
})
