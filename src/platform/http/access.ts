import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { OutsideReader, Principal } from '../context.ts'
import { attempt } from '../lib/attempt.ts'
import { refusal } from '../lib/errors.ts'
import type { ActorRole } from '../role.ts'
import { deviceKeyPrefix, shareTokenPrefix } from '../token-prefixes.ts'
import { markAuthenticated } from './connections.ts'
import type { LimitName } from './rate-limits.ts'
import { readHelpCookie, readSessionCookie } from './session-cookie.ts'

/**
 * Says who may call a route: everybody, every person signed in, readers of a shared record, or the roles
 * listed.
 */
export type AccessRule = 'public' | 'signed-in' | 'outside-reader' | readonly ActorRole[]

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: AccessRule
    /**
     * Which limit counts the request; the default is `global`. `refusedReadings` and `refusedFalls` count only refused
     * requests, `alerts` applies once the address has exceeded `global`, and `helpPages` counts by credential.
     */
    limit?: LimitName | 'none'
    /** A part of the path is a secret, which is not logged. */
    hasSecretInPath?: boolean
    /** The route accepts a device key instead of a session. */
    acceptsDeviceKey?: boolean
    /** The route accepts the help credential of a patient's browser where there is no session that may call it. */
    acceptsHelpCredential?: boolean
    /** The request may take minutes, so it does not count as the one running request of its account. */
    isLongTask?: boolean
    /** The response stays open; its duration is not that of a request. */
    isStream?: boolean
    /** The route is called too often to log each success. */
    quiet?: boolean
    /** The errors of this route beyond those that its rules imply, for the API description. */
    errors?: readonly number[]
  }
  interface FastifyRequest {
    principal: Principal | null
    /** Who reads a shared record, on routes for outside readers. */
    outsideReader: OutsideReader | null
  }
}

/** Makes startup fail if a route has no access rule. */
export function requireAccessRules(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  app.addHook('onReady', async () => {
    const undeclared = routes.filter((route) => !route.config?.access && !isPreflight(route))
    const names = undeclared.map(({ method, url }) => `${method} ${url}`)
    if (names.length > 0) throw new Error(`No access rule declared for ${names.join(', ')}`)
  })
}

/** The route for CORS preflight requests comes from the plugin and never reaches a handler. */
const isPreflight = ({ method, url }: RouteOptions) => method === 'OPTIONS' && url === '*'

export interface Authenticators {
  session(token: string): Promise<Principal>
  deviceKey(key: string, request: FastifyRequest): Principal | Promise<Principal>
  helpCredential(token: string, request: FastifyRequest): Promise<Principal | undefined>
  outsideReader(token: string): Promise<OutsideReader>
}

const isDeviceKey = (token: string) => token.startsWith(deviceKeyPrefix)

/**
 * Admits the request or throws 401 or 403. It is synchronous if the caller is cached: a promise for each
 * reading costs measurable time.
 */
export function enforceAccess(
  request: FastifyRequest,
  authenticate: Authenticators,
): Promise<void> | undefined {
  const { access: rule = [], acceptsHelpCredential } = request.routeOptions.config
  if (rule === 'public') return undefined
  const helpToken =
    acceptsHelpCredential && request.headers.authorization === undefined ? readHelpCookie(request) : undefined
  return helpToken ? admitHelpPage(request, helpToken, authenticate) : admitCredential(request, authenticate)
}

/**
 * Lets a patient's page call for help after its sign-in has ended, or while somebody else is signed in
 * there. A session that may call the route comes first.
 */
async function admitHelpPage(
  request: FastifyRequest,
  helpToken: string,
  authenticate: Authenticators,
): Promise<void> {
  const withoutSession = await attempt(() => admitCredential(request, authenticate))
  if (!withoutSession) return
  const principal = await authenticate.helpCredential(helpToken, request)
  if (!principal) throw withoutSession
  request.principal = principal
  markAuthenticated(request.raw)
  if (!isAllowed(request, principal)) throw withoutSession
}

function isAllowed({ routeOptions: { config } }: FastifyRequest, { actor: { role } }: Principal): boolean {
  const { access: rule = [] } = config
  // A station is no person: a route must name it.
  if (rule === 'signed-in') return role !== 'STATION'
  return Array.isArray(rule) && rule.includes(role)
}

function admitCredential(request: FastifyRequest, authenticate: Authenticators): Promise<void> | undefined {
  const { access: rule = [], acceptsDeviceKey } = request.routeOptions.config
  const token =
    request.headers.authorization === undefined ? readSessionCookie(request) : bearerToken(request)
  if (!token) throw refusal('AUTHENTICATION_REQUIRED')
  if (token.startsWith(shareTokenPrefix)) return admitOutsideReader(request, token, authenticate)
  const isKey = isDeviceKey(token)
  const admit = (principal: Principal): undefined => {
    // Set before the checks, so that refusals are audited with their caller.
    request.principal = principal
    markAuthenticated(request.raw)
    if (isKey && !acceptsDeviceKey) throw refusal('DEVICE_KEY_READINGS_ONLY')
    if (rule === 'outside-reader') throw refusal('SHARED_RECORD_READERS_ONLY')
    if (!isAllowed(request, principal)) throw refusal('FORBIDDEN')
  }
  const principal = isKey ? authenticate.deviceKey(token, request) : authenticate.session(token)
  return principal instanceof Promise ? principal.then(admit) : admit(principal)
}

/** An outside reader has no account, so that nothing but the routes made for them is open to them. */
async function admitOutsideReader(
  request: FastifyRequest,
  token: string,
  authenticate: Authenticators,
): Promise<void> {
  request.outsideReader = await authenticate.outsideReader(token)
  if (request.routeOptions.config.access !== 'outside-reader') throw refusal('SHARED_RECORD_READ_ONLY')
}

/** Who reads a shared record. */
export function outsideReaderOf(request: FastifyRequest): OutsideReader {
  if (!request.outsideReader) throw refusal('AUTHENTICATION_REQUIRED')
  return request.outsideReader
}

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** The principal behind a request to a route that is not public. */
export function principalOf(request: FastifyRequest): Principal {
  if (!request.principal) throw refusal('AUTHENTICATION_REQUIRED')
  return request.principal
}
