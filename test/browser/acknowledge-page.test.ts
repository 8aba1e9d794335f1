import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { needsBrowser } from '../../harness/chromium.ts'
import { createAcknowledgementTokens } from '../../src/alerting/notifications/acknowledge-token.ts'
import { act, incidentOf, incidentsOf } from '../support/incidents.ts'
import { makeCircle, reportFall } from '../support/people.ts'
import { assign, type Person } from '../support/readings.ts'
import { useService } from '../support/service.ts'
import { browserSettings, useBrowser } from './support/browser.ts'
import { done } from './support/house.ts'
import { axe } from './support/page-checks.ts'

/** Nothing listens there: a message to a contact fails at once, and its link is made here. */
const nowhere = 'http://127.0.0.1:9'
const service = useService({ ...browserSettings, ALLOW_PRIVATE_TARGETS: 'on', NTFY_SERVERS: nowhere })
const browser = useBrowser()

const phone = { width: 390, height: 844 }
const tablet = { width: 1024, height: 768 }

async function signUpCaregiver(patient: Person, firstName: string, fields: object = {}): Promise<Person> {
  const caregiver: Person = await service.signUp({ role: 'CAREGIVER', firstName, lastName: 'Sanz' })
  await assign(service, caregiver.id, patient.id)
  const path = `/caregivers/${caregiver.id}/patients/${patient.id}`
  await done(service, 'PUT', path, { token: await service.adminToken() }, fields)
  return caregiver
}

/** A patient with an open incident; linkOf is the address that a message to somebody has. */
async function fallen() {
  const { patient, caregiver: ana } = await makeCircle(service)
  const ben = await signUpCaregiver(patient, 'Ben', { relationship: null })
  const eva = await signUpCaregiver(patient, 'Eva', { kind: 'RELATIVE', relationship: 'daughter' })
  await reportFall(service, patient)
  const [{ id }] = await incidentsOf(service, ana)
  const { config, now } = service.ctx
  const tokens = createAcknowledgementTokens(config.jwtSecret ?? '', now)
  async function linkOf(person: Person, showDetails = true): Promise<string> {
    const body = { channel: 'ntfy', url: `${nowhere}/${person.id}`, showDetails }
    const { id: contactId } = await done(service, 'POST', '/notifications/contacts', person, body)
    return `/acknowledge#${tokens.sign({ userId: person.id, incidentId: id, contactId, round: 1 }, now())}`
  }
  return { id: id as string, ana, ben, eva, linkOf }
}

describe('the page behind the link in a message', needsBrowser(), () => {
  test('tells a relative on a phone whom it is about and that staff are alerted all the same', async () => {
    const { id, ana, eva, linkOf } = await fallen()
    const { page } = await browser.openPage(service, undefined, { ...phone, path: await linkOf(eva) })
    await page.getByRole('heading', { name: 'Somebody may have fallen' }).waitFor()
    await page.getByText(/^Rosa Marín, since (.+, )?\d\d:\d\d$/).waitFor()
    await page.getByText(/Staff are alerted all the same/).waitFor()
    assert.deepEqual(await axe(page), [])
    // Looking at it has changed nothing.
    assert.deepEqual((await incidentOf(service, ana, id)).attending, [])
    await page.getByRole('button', { name: "I'm going" }).click()
    await page.getByText(/^Thank you\. Everybody is told that you are going\./).waitFor()
    const { state, attending } = await incidentOf(service, ana, id)
    assert.deepEqual([state, attending[0].relationship], ['OPEN', 'daughter'])
  })

  test('says what is left to do once somebody is on it, asks for a second person, or has ended it', async () => {
    const { id, ana, ben, linkOf } = await fallen()
    const [toAna, toBen] = [await linkOf(ana, false), await linkOf(ben)]
    const options = { ...tablet, theme: 'dark' as const, path: toAna }
    const { page } = await browser.openPage(service, undefined, options)
    const button = page.getByRole('button')
    const open = async (link: string) => {
      await page.goto('about:blank')
      await page.goto(link)
    }
    await page.getByText('Sign in to see who it is.').waitFor()
    await page.getByText('Once you say that you are on it, nobody else is told any more.').waitFor()
    assert.equal(await page.getByText('Rosa').count(), 0)
    assert.deepEqual(await axe(page), [])
    await button.click()
    await page.getByText('Thank you. You are on it, and nobody else is told any more.').waitFor()

    await open(toBen)
    await page.getByText('Ana Gil is on it already.').waitFor()
    assert.equal(await button.isVisible(), false)
    await act(service, ana, id, 'assistance')
    await open(toBen)
    await page.getByText(/^Ana Gil is on it and asks for a second person\./).waitFor()
    await page.getByRole('button', { name: "I'm coming as well" }).click()
    await page.getByText('Thank you. Whoever is on it is told that you are coming.').waitFor()
    const { handledBy, attending } = await incidentOf(service, ana, id)
    assert.deepEqual([handledBy.id, attending.length], [ana.id, 2])

    await act(service, ana, id, 'resolve', { outcome: 'REAL_FALL' })
    await open(toBen)
    await page.getByText('This has ended. Nothing is left to do.').waitFor()
    assert.equal(await button.isVisible(), false)
  })
})
