import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { ApiError, type Schema } from './api/client.ts'
import { keys } from './api/keys.ts'
import { meQuery, overviewQuery, unresolvedQuery } from './api/queries.ts'
import { queryClient } from './api/query-client.ts'
import { isReachable } from './api/reachable.ts'
import { isPassing } from './api/retries.ts'
import { loadAllTexts } from './i18n/i18n.ts'
import { readPatientSearch } from './patient/patient-search.ts'
import { AdminOnly } from './shell/admin-only.tsx'
import { Failure, ScreenFailure } from './shell/failure.tsx'
import { findHelpPage, type HelpPage, rememberedPage, withoutSignIn } from './shell/help-page.ts'
import { HomeScreen } from './shell/home-screen.tsx'
import { beginLiveSession } from './shell/live-session.ts'
import { NotFound } from './shell/not-found.tsx'
import { returnPath } from './shell/return-path.ts'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: Failure })

/** Where somebody wanted to go who had to sign in first. */
interface SignInSearch {
  returnTo?: string | undefined
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  component: lazyRouteComponent(() => import('./shell/sign-in-screen.tsx'), 'SignInScreen'),
  errorComponent: Failure,
  // Named also where it is refused: the router keeps parameters as they were given that no route names.
  validateSearch: ({ returnTo }: Record<string, unknown>): SignInSearch => ({
    returnTo: returnPath(returnTo, location.origin),
  }),
  // A bookmark of this page; links lead here only for those who are not signed in.
  beforeLoad: async ({ search }) => {
    if (router.state.resolvedLocation) return
    const me = await queryClient.fetchQuery({ ...meQuery, retry: false }).catch(() => undefined)
    if (me) throw redirect({ href: returnPath(search.returnTo, location.origin) ?? '/', replace: true })
  },
})

/**
 * Loads a screen together with its texts. The router reloads a page whose files are gone, because a new version
 * has others; while the line is lost, that would take away what the page still knows.
 */
const withTexts = (load: () => Promise<object>) => async () => {
  try {
    const [module] = await Promise.all([load(), loadAllTexts()])
    return module as Record<string, never>
  } catch (error) {
    throw (await isReachable()) ? error : new ApiError(0, 'The service cannot be reached')
  }
}

/** Loads what answers an alarm, so that it is there while the line is lost, also without a service worker. */
export const loadAlarmScreens = () =>
  Promise.all([
    import('./shell/help-banner.tsx'),
    import('./shell/dialog-alarms.tsx'),
    import('./incident/incident-screen.tsx'),
    import('./incident/incidents-screen.tsx'),
    loadAllTexts(),
  ])

const publicScreen = <Path extends string>(path: Path, load: () => Promise<object>, name: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(withTexts(load), name),
    errorComponent: Failure,
  })

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  errorComponent: Failure,
  beforeLoad: async ({ location }) => {
    const page = location.pathname === '/' ? rememberedPage() : undefined
    if (withoutSignIn.get()) {
      const me = queryClient.getQueryData(meQuery.queryKey)
      if (page && me) return { me }
      queryClient.removeQueries({ queryKey: keys.me })
    }
    try {
      const me = await (page
        ? Promise.race([queryClient.ensureQueryData(meQuery), tooSlow()])
        : queryClient.ensureQueryData(meQuery))
      withoutSignIn.set(undefined)
      beginLiveSession(router, me.id)
      return { me }
    } catch (error) {
      const isEnded = error instanceof ApiError && error.status === 401
      const shown = page ?? (isEnded && location.pathname === '/' ? await findHelpPage() : undefined)
      if (shown && (isEnded || isPassing(error))) return { me: openHelpPage(shown, isEnded) }
      if (error instanceof ApiError && error.status === 401)
        throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { returnTo: location.href } })
      throw error
    }
  },
})

/** A patient whose connection is slow or gone gets the page with its buttons after this time. */
const helpPageAfterMs = 3000

const tooSlow = () =>
  new Promise<never>((_, reject) =>
    setTimeout(() => reject(new ApiError(0, 'The service cannot be reached')), helpPageAfterMs),
  )

/** Shows the page of the patient whose browser this is, by what it has kept of them. */
function openHelpPage({ patientId, firstName }: HelpPage, isEnded: boolean): Schema<'Me'> {
  withoutSignIn.set(isEnded ? 'ended' : 'unknown')
  const me = { id: patientId, firstName, lastName: '', role: 'PATIENT' } as Schema<'Me'>
  queryClient.setQueryData(meQuery.queryKey, me)
  return me
}

const screen = <Path extends string>(path: Path, load: () => Promise<object>, name: string) =>
  createRoute({
    getParentRoute: () => signedIn,
    path,
    component: lazyRouteComponent(withTexts(load), name),
  })

const administration = createRoute({
  getParentRoute: () => signedIn,
  id: 'administration',
  component: AdminOnly,
})

const adminScreen = <Path extends string>(path: Path, load: () => Promise<object>, name: string) =>
  createRoute({
    getParentRoute: () => administration,
    path,
    component: lazyRouteComponent(withTexts(load), name),
  })

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: HomeScreen,
  // On its way while the frame is drawn.
  loader: ({ context: { me } }) => prefetchHome(me),
})

function prefetchHome({ role }: Schema<'Me'>): void {
  if (role === 'PATIENT') return
  void queryClient.prefetchQuery(overviewQuery)
  void queryClient.prefetchQuery(unresolvedQuery)
}

const patients = createRoute({
  getParentRoute: () => signedIn,
  path: 'patients',
  component: lazyRouteComponent(
    withTexts(() => import('./patient/patients-screen.tsx')),
    'PatientsScreen',
  ),
  // Patients have none.
  beforeLoad: ({ context: { me } }) => {
    if (me.role === 'PATIENT') throw redirect({ to: '/', replace: true })
  },
})

const patient = createRoute({
  getParentRoute: () => signedIn,
  path: 'patients/$patientId',
  component: lazyRouteComponent(
    withTexts(() => import('./patient/patient-screen.tsx')),
    'PatientScreen',
  ),
  validateSearch: readPatientSearch,
})

const routeTree = root.addChildren([
  signIn,
  publicScreen('invitation', () => import('./account/invitation-screen.tsx'), 'InvitationScreen'),
  publicScreen(
    'forgot-password',
    () => import('./account/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
  publicScreen('shared', () => import('./sharing/shared-screen.tsx'), 'SharedScreen'),
  publicScreen('reset-password', () => import('./account/reset-password-screen.tsx'), 'ResetPasswordScreen'),
  publicScreen('phone', () => import('./phone/phone-screen.tsx'), 'PhoneScreen'),
  publicScreen('station', () => import('./station/station-screen.tsx'), 'StationScreen'),
  signedIn.addChildren([
    home,
    screen('incidents', () => import('./incident/incidents-screen.tsx'), 'IncidentsScreen'),
    screen('incidents/$incidentId', () => import('./incident/incident-screen.tsx'), 'IncidentScreen'),
    patients,
    patient,
    screen(
      'patients/$patientId/report',
      () => import('./report/patient-report-screen.tsx'),
      'PatientReportScreen',
    ),
    screen(
      'patients/$patientId/falls/new',
      () => import('./fall/report-fall-screen.tsx'),
      'ReportFallScreen',
    ),
    screen('falls/$fallId/record', () => import('./fall/fall-record-screen.tsx'), 'FallRecordScreen'),
    screen('messages', () => import('./patient/messages-screen.tsx'), 'MessagesScreen'),
    screen('teams', () => import('./teams/teams-screen.tsx'), 'TeamsScreen'),
    screen('teams/$teamId', () => import('./teams/team-screen.tsx'), 'TeamScreen'),
    screen('me/notifications', () => import('./me/notifications-screen.tsx'), 'NotificationsScreen'),
    screen('me/privacy', () => import('./me/privacy-screen.tsx'), 'PrivacyScreen'),
    screen('me/profile', () => import('./me/profile-screen.tsx'), 'ProfileScreen'),
    administration.addChildren([
      adminScreen('admin/people', () => import('./admin/people-screen.tsx'), 'PeopleScreen'),
      adminScreen('admin/people/$userId', () => import('./admin/person-screen.tsx'), 'PersonScreen'),
      adminScreen('admin/import', () => import('./admin/import-screen.tsx'), 'ImportScreen'),
      adminScreen('admin/devices', () => import('./admin/devices-screen.tsx'), 'DevicesScreen'),
      adminScreen('admin/nearby', () => import('./nearby/nearby-screen.tsx'), 'NearbyScreen'),
      adminScreen('admin/deliveries', () => import('./admin/deliveries-screen.tsx'), 'DeliveriesScreen'),
      adminScreen('admin/escalation', () => import('./admin/escalation-screen.tsx'), 'EscalationScreen'),
      adminScreen('admin/detection', () => import('./admin/detection-screen.tsx'), 'DetectionScreen'),
      adminScreen('admin/kept-falls', () => import('./admin/kept-falls-screen.tsx'), 'KeptFallsScreen'),
      adminScreen('admin/report', () => import('./report/home-report-screen.tsx'), 'HomeReportScreen'),
      adminScreen('admin/audit', () => import('./admin/audit-screen.tsx'), 'AuditScreen'),
      adminScreen('admin/system', () => import('./admin/system-screen.tsx'), 'SystemScreen'),
      adminScreen('rota', () => import('./teams/rota-screen.tsx'), 'RotaScreen'),
      adminScreen('welcome', () => import('./welcome/welcome-screen.tsx'), 'WelcomeScreen'),
    ]),
  ]),
])

export const router = createRouter({
  ...{ routeTree, defaultPreload: false, scrollRestoration: true },
  defaultErrorComponent: ScreenFailure,
})

/** Begins to ask for what the first screen needs, before there is anything to draw it with. */
export function prefetch(): void {
  const routes = new Set<string>(router.matchRoutes(router.latestLocation).map(({ routeId }) => routeId))
  if (!routes.has(signedIn.id)) return
  const begin = (me: Schema<'Me'>) => {
    beginLiveSession(router, me.id)
    if (routes.has(home.id)) prefetchHome(me)
  }
  // The router asks again, and shows what went wrong.
  queryClient.fetchQuery(meQuery).then(begin, () => {})
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
