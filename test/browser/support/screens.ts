import { readFileSync } from 'node:fs'
import { projectFolder } from '../../../src/platform/project.ts'
import { type PatientTab, patientTabs } from '../../../web/src/patient/patient-search.ts'
import type { Account } from './browser.ts'
import type { House } from './house.ts'

/** Who looks at a screen. */
export type Visitor = 'nobody' | 'anna' | 'ben' | 'rosa' | 'karl' | 'mary' | 'otto' | 'admin'

/** A route of the console with somebody whom it is for, and something to see. */
export interface Screen {
  /** As in the router; with a second one of the same route, `of` says what it shows. */
  route: string
  visitor: Visitor
  of?: string
  /** Another one shows the same parts, with less or other content. */
  repeats?: true
  /** The test file of `npm test` in which it is used; without one, `screens.test.ts` looks at it there as well. */
  usedIn?: string
  path(house: House): string
}

const fixed = (route: string, visitor: Visitor, of?: string): Screen => ({
  ...{ route, visitor, path: () => route },
  ...(of && { of }),
})

const again = (screen: Screen): Screen => ({ ...screen, repeats: true })

const usedIn = (file: string, screen: Screen): Screen => ({ ...screen, usedIn: file })

const everyday = (screen: Screen): Screen => usedIn('everyday', screen)

const incident = (state: keyof House['incidents'], visitor: Visitor): Screen => ({
  ...{ route: '/incidents/$incidentId', visitor, of: `${state} incident` },
  path: ({ incidents }) => `/incidents/${incidents[state]}`,
})

/** Those whose charts and lists somebody fills who has used them for a while. */
const fullTabs: PatientTab[] = ['health', 'falls']

const patientTab = (tab: PatientTab): Screen => ({
  ...{ route: '/patients/$patientId', visitor: 'anna', of: tab },
  ...(!fullTabs.includes(tab) && { usedIn: 'everyday' }),
  path: ({ rosa }) => `/patients/${rosa.id}?tab=${tab}`,
})

/** All screens, ordered by visitor and so that no two of one route follow each other, except the tabs of one. */
export const screens: Screen[] = [
  fixed('/sign-in', 'nobody'),
  fixed('/forgot-password', 'nobody'),
  {
    ...{ route: '/invitation', visitor: 'nobody', usedIn: 'home-journey' },
    path: ({ invitationToken }) => `/invitation#${invitationToken}`,
  },
  { route: '/reset-password', visitor: 'nobody', path: () => '/reset-password#a-token' },
  { route: '/shared', visitor: 'nobody', path: () => '/shared#a-token' },

  fixed('/station', 'nobody'),
  usedIn('phone', fixed('/phone', 'nobody')),

  fixed('/', 'otto', 'patient who is asked'),

  fixed('/', 'anna', 'caregiver'),
  incident('open', 'anna'),
  fixed('/patients', 'anna'),
  again(incident('acknowledged', 'anna')),
  fixed('/incidents', 'anna'),
  incident('resolved', 'anna'),
  ...patientTabs.map(patientTab),
  again(incident('checked', 'anna')),
  {
    ...{ route: '/patients/$patientId/report', visitor: 'anna' },
    path: ({ rosa }) => `/patients/${rosa.id}/report`,
  },
  {
    ...{ route: '/patients/$patientId/falls/new', visitor: 'anna', usedIn: 'everyday' },
    path: ({ rosa }) => `/patients/${rosa.id}/falls/new`,
  },
  {
    ...{ route: '/falls/$fallId/record', visitor: 'anna', usedIn: 'everyday' },
    path: ({ documentedFallId }) => `/falls/${documentedFallId}/record`,
  },
  fixed('/messages', 'anna'),
  fixed('/teams', 'anna'),
  everyday(fixed('/me/notifications', 'anna')),
  everyday({ route: '/teams/$teamId', visitor: 'anna', path: ({ teamId }) => `/teams/${teamId}` }),
  everyday(fixed('/me/profile', 'anna')),
  fixed('/nowhere', 'anna', 'nothing'),

  fixed('/', 'rosa', 'patient who needs help'),
  again(incident('open', 'rosa')),
  again(fixed('/messages', 'rosa', 'patient')),
  again(fixed('/me/notifications', 'rosa', 'patient')),
  fixed('/me/profile', 'rosa', 'patient'),
  fixed('/me/privacy', 'rosa'),
  again(fixed('/', 'mary', 'patient')),

  usedIn('live', fixed('/', 'admin', 'admin')),
  everyday(fixed('/admin/people', 'admin')),
  everyday({
    route: '/admin/people/$userId',
    visitor: 'admin',
    path: ({ rosa }) => `/admin/people/${rosa.id}`,
  }),
  usedIn('home-journey', fixed('/admin/import', 'admin')),
  {
    ...{ route: '/admin/people/$userId', visitor: 'admin', of: 'with a representative', repeats: true },
    path: ({ otto }) => `/admin/people/${otto.id}`,
  },
  usedIn('home-journey', fixed('/rota', 'admin')),
  again(fixed('/teams', 'admin', 'admin')),
  {
    ...{ route: '/teams/$teamId', visitor: 'admin', of: 'admin', repeats: true },
    path: ({ teamId }) => `/teams/${teamId}`,
  },
  {
    ...{ route: '/patients/$patientId', visitor: 'admin', of: 'admin, alarms', usedIn: 'everyday' },
    path: ({ rosa }) => `/patients/${rosa.id}?tab=settings`,
  },
  everyday(fixed('/admin/devices', 'admin')),
  usedIn('nearby', fixed('/admin/nearby', 'admin')),
  everyday(fixed('/admin/deliveries', 'admin')),
  everyday(fixed('/admin/escalation', 'admin')),
  everyday(fixed('/admin/detection', 'admin')),
  everyday(fixed('/admin/kept-falls', 'admin')),
  everyday(fixed('/admin/report', 'admin')),
  everyday(fixed('/admin/audit', 'admin')),
  everyday(fixed('/admin/system', 'admin')),
  again(fixed('/me/notifications', 'admin', 'admin')),
  usedIn('admin', fixed('/welcome', 'admin')),
]

export const visitors = [...new Set(screens.map(({ visitor }) => visitor))]

export const screensOf = (visitor: Visitor) => screens.filter((screen) => screen.visitor === visitor)

export const accountOf = (house: House, visitor: Visitor): Account | undefined =>
  visitor === 'nobody' ? undefined : house[visitor]

export const nameOf = ({ route, of }: Screen): string => (of ? `${route} (${of})` : route)

/** Reads the routes from the source of the router. */
export function routesOfConsole(): string[] {
  const source = readFileSync(new URL('web/src/router.tsx', projectFolder), 'utf8')
  const paths = source.matchAll(/(?:creen\(\s*|\bpath: )'([^']+)'/g)
  return [...paths].map(([, path = '']) => (path.startsWith('/') ? path : `/${path}`))
}
