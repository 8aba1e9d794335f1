import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { assign, type Person } from '../../support/readings.ts'
import type { TestService } from '../../support/service.ts'

/** Where the console is built to, before the tests run. */
export const consoleFolder = join(import.meta.dirname, '../../../web/dist')

/** A patient and two caregivers, who all have names of their own. */
export interface Household {
  patient: Person
  ana: Person
  eva: Person
}

let households = 0

export async function makeHousehold(service: TestService): Promise<Household> {
  const lastName = `Marín ${++households}`
  const [patient, ana, eva] = await Promise.all([
    service.signUp({ lastName }),
    service.signUp({ role: 'CAREGIVER', firstName: 'Ana', lastName: 'Gil' }),
    service.signUp({ role: 'CAREGIVER', firstName: 'Eva', lastName: 'Sol' }),
  ])
  await assign(service, ana.id, patient.id)
  await assign(service, eva.id, patient.id)
  return { patient, ana, eva }
}

type Name = Pick<Person, 'firstName' | 'lastName'>

const fallText = ({ firstName, lastName }: Name) =>
  new RegExp(`^${firstName} ${lastName} (has|may have) fallen$`)

/** The link to the incident of somebody who has fallen. */
export const fallLink = (page: Page, patient: Name): Locator =>
  page.getByRole('link', { name: fallText(patient) })

/** The title of the page of the incident. */
export const fallTitle = (page: Page, patient: Name): Locator =>
  page.getByRole('heading', { level: 1, name: fallText(patient) })

/** What the first screen says about somebody who has fallen. */
export const fallCard = (page: Page, patient: Name): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: fallText(patient) }) })

export const acknowledgeButton = (within: Page | Locator): Locator =>
  within.getByRole('button', { name: 'I’m on it' })

/** Where the page says that it shows what is. */
export const live = (page: Page): Locator => page.getByRole('status').filter({ hasText: /^Live$/ })

export const waitUntilLive = (page: Page): Promise<void> => live(page).waitFor()

/** Collects the requests of a page to the API from now on, as `GET /incidents`. */
export function watchApi(page: Page, isWanted: (request: string) => boolean = () => true): string[] {
  const requests: string[] = []
  page.on('request', (sent) => {
    const { pathname } = new URL(sent.url())
    const request = `${sent.method()} ${pathname.replace('/api', '')}`
    if (pathname.startsWith('/api/') && isWanted(request)) requests.push(request)
  })
  return requests
}

/** Collects in the page the ids of the events of incidents that its browser gets; the result reads them. */
export async function collectEventIds(
  page: Page,
  { id }: Pick<Person, 'id'>,
): Promise<() => Promise<string[]>> {
  await page.evaluate(`{
    globalThis.eventIds = []
    globalThis.eventChannel = new BroadcastChannel('fallwatch-live-' + ${JSON.stringify(id)})
    eventChannel.onmessage = ({ data }) => {
      if (data.type === 'event' && data.event.type.startsWith('incident.')) eventIds.push(data.id)
    }
  }`)
  return () => page.evaluate('eventIds')
}
