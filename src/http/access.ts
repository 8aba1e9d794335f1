import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Actor } from '../context.ts'
import { forbidden, unauthorized } from '../lib/errors.ts'
import type { LimitName } from './rate-limits.ts'
import type { Role } from './schemas.ts'
import { readSessionCookie } from './session-cookie.ts'

/** What a device key begins with, so that it is told from a token at a glance. */
export const deviceKeyPrefix = 'fwk_'

/** AccessRule says who may call a route: everybody, everybody signed in, or the roles listed. */
export type AccessRule = 'public' | 'signed-in' | readonly Role[]

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: AccessRule
    /**
     * Which limit counts the request; `global` unless said otherwise. `refusedReadings` counts what is refused alone, and
     * `alerts` stands in where the address has had its share.
     */
    limit?: LimitName | 'none'
    /** A device key is as good as a session here, and nowhere else. */
    acceptsDeviceKey?: boolean
    /** Takes minutes by design, and runs one at a time: it must not keep its account from everything else. */
    isLongTask?: boolean
    /** Too frequent to log each success. */
    quiet?: boolean
    /** The errors of this route beyond those that its rules imply, for the API description. */
    errors?: readonly number[]
  }
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** Caller is who a token stands for, and the session it belongs to. */
export interface Caller {
  actor: Actor
  sessionId: string
}

/** requireAccessRules makes a route without an access rule fail at boot, before it can be called. */
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

/** The route that answers browsers' questions about CORS comes from its plugin and never reaches a handler. */
const isPreflight = ({ method, url }: RouteOptions) => method === 'OPTIONS' && url === '*'

export interface Authenticators {
  session(token: string): Promise<Caller>
  deviceKey(key: string, request: FastifyRequest): Caller | Promise<Caller>
}

const isDeviceKey = (token: string) => token.startsWith(deviceKeyPrefix)

/**
 * enforceAccess admits the request or throws 401 (who are you?) or 403 (not you). It is through at once where the caller
 * is remembered: a promise for each reading would be felt.
 */
export function enforceAccess(
  request: FastifyRequest,
  authenticate: Authenticators,
): Promise<void> | undefined {
  const { access: rule = [], acceptsDeviceKey } = request.routeOptions.config
  if (rule === 'public') return undefined
  const token =
    request.headers.authorization === undefined ? readSessionCookie(request) : bearerToken(request)
  if (!token) throw unauthorized('Authentication required')
  const isKey = isDeviceKey(token)
  const admit = (caller: Caller): undefined => {
    // Also of who is refused it is kept who that was.
    request.caller = caller
    if (isKey && !acceptsDeviceKey) throw forbidden('A device key can only send readings')
    if (rule !== 'signed-in' && !rule.includes(caller.actor.role)) throw forbidden()
  }
  const caller = isKey ? authenticate.deviceKey(token, request) : authenticate.session(token)
  return caller instanceof Promise ? caller.then(admit) : admit(caller)
}

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** callerOf is the caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw unauthorized('Authentication required')
  return request.caller
}
