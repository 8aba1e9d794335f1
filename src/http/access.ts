import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Actor } from '../context.ts'
import { forbidden, unauthorized } from '../lib/errors.ts'
import type { LimitName } from './rate-limits.ts'
import type { Role } from './schemas.ts'
import { readSessionCookie } from './session-cookie.ts'

/** AccessRule says who may call a route: everybody, everybody signed in, or the roles listed. */
export type AccessRule = 'public' | 'signed-in' | readonly Role[]

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: AccessRule
    /** Which limit counts the request; `global` unless said otherwise. */
    limit?: LimitName | 'none'
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

/** enforceAccess admits the request or throws 401 (who are you?) or 403 (not you). */
export async function enforceAccess(
  request: FastifyRequest,
  authenticate: (token: string) => Promise<Caller>,
) {
  const rule = request.routeOptions.config.access ?? []
  if (rule === 'public') return
  const token =
    request.headers.authorization === undefined ? readSessionCookie(request) : bearerToken(request)
  if (!token) throw unauthorized('Authentication required')
  request.caller = await authenticate(token)
  if (rule !== 'signed-in' && !rule.includes(request.caller.actor.role)) throw forbidden()
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** callerOf is the caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw unauthorized('Authentication required')
  return request.caller
}
