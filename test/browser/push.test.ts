import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { CDPSession, Page, Worker } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { type PushReceiver, startPushReceiver } from '../../harness/push-receiver.ts'
import { until } from '../../harness/until.ts'
import { fullTest } from '../support/full.ts'
import { act, incidentOf, incidentsOf } from '../support/incidents.ts'
import { reportFall } from '../support/people.ts'
import { assign, type Person } from '../support/readings.ts'
import { useService } from '../support/service.ts'
import { browserSettings, useBrowser } from './support/browser.ts'
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

/** A notification as the browser holds it. */
interface Notice {
  title: string
  body: string
  tag: string
  requireInteraction: boolean
  silent: boolean
  actions: { action: string; title: string }[]
}

/** The browser of a caregiver, to which push messages of the service come. */
interface Phone {
  page: Page
  worker: Worker
  anna: Person
  /** Has something delivered to the worker, as the push service of the browser does. */
  deliver(payload: unknown): Promise<void>
  /** What the service has sent to it so far. */
  sent(): unknown[]
}

/** A fall of somebody whom Anna looks after, and the notification of it. */
interface Alarm {
  incidentId: string
  /** Delivers what the service has sent since the last time, and waits for a notification that fits. */
  receive(fits: (notice: Notice) => boolean): Promise<Notice>
  notices(): Promise<Notice[]>
  /** Touches the notification, or one of its buttons. */
  touch(action: string): Promise<void>
}

const workerTimeoutMs = 60_000

/** A browser does not say whether its worker could be started for a message: one that shows nothing by then is lost. */
const deliveryMs = 10_000

let phone: Phone | undefined

/** Opens the phone once: until its worker has stored the console, it takes longer than all tests. */
async function usePhone(): Promise<Phone> {
  phone ??= await openPhone()
  return phone
}

async function openPhone(): Promise<Phone> {
  const anna: Person = await service.signUp({ role: 'CAREGIVER', firstName: 'Anna', lastName: 'Weber' })
  const subscription = receiver.subscribe()
  await done(service, 'POST', '/notifications/contacts', anna, { channel: 'push', ...subscription })
  const { page, context, url } = await browser.openPage(service, anna, {
    // Of the test without a connection.
    expectedErrors: [/ERR_INTERNET_DISCONNECTED/, /The service cannot be reached/],
    ...{ serviceWorker: true, stays: true },
  })
  await context.grantPermissions(['notifications'], { origin: url })
  const devtools = await context.newCDPSession(page)
  const registrationId = watchRegistration(devtools)
  await page.goto('/')
  await watchConsole(page).settle()
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  const worker = await until(() => context.serviceWorkers()[0], workerTimeoutMs)
  const id = await until(registrationId, workerTimeoutMs)
  return {
    ...{ page, worker, anna },
    async deliver(payload) {
      const data = JSON.stringify(payload)
      await devtools.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId: id, data })
    },
    sent: () =>
      receiver.messages
        .filter(({ endpoint }) => endpoint === subscription.endpoint)
        .map(({ payload }) => payload),
  }
}

/** Lets somebody fall whom Anna looks after, and her be told. */
async function raiseAlarm({ anna, worker, sent, deliver }: Phone): Promise<Alarm> {
  const rosa = await service.signUp()
  await assign(service, anna.id, rosa.id)
  let received = sent().length
  await reportFall(service, rosa, { confidence: 0.95 })
  const [incident] = await incidentsOf(service, rosa)
  await service.engine.runDue()
  /** Does something with the notifications of this incident, in the worker. */
  const notificationsThen = <T>(then: string): Promise<T> =>
    worker.evaluate(
      `self.registration.getNotifications({ tag: 'incident-${incident.id}' }).then(async (all) => ${then})`,
    )
  const notices = () =>
    notificationsThen<Notice[]>(`all.map(
      ({ title, body, tag, requireInteraction, silent, actions }) =>
        ({ title, body, tag, requireInteraction, silent: silent === true,
           actions: actions.map(({ action, title }) => ({ action, title })) }))`)

  return {
    ...{ incidentId: incident.id, notices },
    async receive(fits) {
      await until(() => sent().length > received, workerTimeoutMs)
      const payloads = sent().slice(received)
      received += payloads.length
      for (let tries = 1; ; tries++) {
        for (const payload of payloads) await deliver(payload)
        try {
          return await until(async () => (await notices()).find(fits), deliveryMs)
        } catch (error) {
          if (tries === 5) throw error
        }
      }
    },
    // The protocol cannot touch notifications: the event is made by hand, with the notification that is shown.
    touch: (action) =>
      notificationsThen(`{
        const event = new NotificationEvent('notificationclick', { notification: all[0], action: ${JSON.stringify(action)} })
        const waiting = []
        event.waitUntil = (promise) => waiting.push(promise)
        self.dispatchEvent(event)
        await Promise.all(waiting)
      }`),
  }
}

/** Gives the id of the worker's registration once it is known. */
function watchRegistration(devtools: CDPSession): () => string | undefined {
  let id: string | undefined
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    id = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? id
  })
  void devtools.send('ServiceWorker.enable')
  return () => id
}

const staysOpen = ({ requireInteraction }: Notice) => requireInteraction

describe('a push message', needsBrowser(), () => {
  test('shows an alert that stays, and its button acknowledges the incident', async () => {
    const opened = await usePhone()
    const { incidentId, receive, touch, notices } = await raiseAlarm(opened)
    const alert = await receive(staysOpen)
    assert.equal(alert.tag, `incident-${incidentId}`)
    assert.deepEqual(alert.actions, [
      { action: 'acknowledge', title: 'I’m on it' },
      { action: 'open', title: 'Open' },
    ])
    await touch('acknowledge')
    const { state, handledBy } = await incidentOf(service, opened.anna, incidentId)
    assert.deepEqual([state, handledBy.id], ['ACKNOWLEDGED', opened.anna.id])
    const answered = await notices()
    assert.deepEqual(
      answered.map(({ requireInteraction, actions }) => [requireInteraction, actions.length]),
      [[false, 0]],
      'the answer takes the place of the alert',
    )
  })

  fullTest('that closes an incident takes the place of its alert', async () => {
    const opened = await usePhone()
    const { incidentId, receive, notices } = await raiseAlarm(opened)
    const alert = await receive(staysOpen)
    await act(service, opened.anna, incidentId, 'resolve', { outcome: 'FALSE_ALARM' })
    await service.engine.runDue()
    const closing = await receive((notice) => !staysOpen(notice))
    assert.deepEqual([closing.tag, closing.silent, closing.actions], [alert.tag, true, []])
    assert.equal((await notices()).length, 1)
  })

  fullTest('leads to its incident, in the window that is open', async () => {
    const opened = await usePhone()
    const { incidentId, receive, touch } = await raiseAlarm(opened)
    await receive(staysOpen)
    // A browser gives a window the focus only after a real touch; the page is there nevertheless.
    await touch('').catch(() => {})
    await opened.page.waitForURL(`**/incidents/${incidentId}`)
    await opened.page
      .getByRole('button', { name: `${textOf('en', 'incident.action.acknowledge')}: ` })
      .waitFor()
  })
})

interface Manifest {
  name: string
  id: string
  start_url: string
  display: string
  icons: { src: string; sizes: string; type: string; purpose?: string }[]
}

describe('a browser that cannot receive messages', needsBrowser(), () => {
  fullTest('is told what else the service can send, which is no e-mail without a mail server', async () => {
    const ana: Person = await service.signUp({ role: 'CAREGIVER', firstName: 'Ana', lastName: 'Gil' })
    const { page } = await browser.openPage(service, ana, { path: '/me/notifications' })
    await page.getByText('Use another one, or ntfy below.').waitFor()
    assert.equal(await page.getByRole('region', { name: textOf('en', 'channel.mail.title') }).count(), 0)
  })
})

describe('the console can be installed', needsBrowser(), () => {
  test('by its manifest, whose icons are what it says', async () => {
    const { page } = await usePhone()
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

describe('without a connection', needsBrowser(), () => {
  test('the page opens nevertheless, and nothing of the API was kept', async () => {
    const { page } = await usePhone()
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
