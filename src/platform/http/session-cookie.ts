import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The cookie of a session, and that of a help credential, which outlives it. */
type CookieName = 'session' | 'help'

/** Over HTTPS the prefix `__Host-` makes browsers require Secure, no Domain and Path=/. */
const fullName = (request: FastifyRequest, name: CookieName) =>
  request.protocol === 'https' ? `__Host-${name}` : name

/**
 * A cookie counts only with the header X-Requested-With: a page of another site can make a browser send the cookie, but
 * not that header.
 */
function readCookie(request: FastifyRequest, name: CookieName): string | undefined {
  const { cookie, 'x-requested-with': requestedWith } = request.headers
  if (cookie === undefined || requestedWith === undefined) return undefined
  return parseCookie(cookie)[fullName(request, name)]
}

function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: CookieName,
  token: string,
  maxAge: number,
) {
  const secure = request.protocol === 'https'
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge } as const
  reply.header('set-cookie', stringifySetCookie(fullName(request, name), token, attributes))
}

export const readSessionCookie = (request: FastifyRequest) => readCookie(request, 'session')

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  maxAge: number,
) {
  setCookie(request, reply, 'session', token, maxAge)
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply) {
  setCookie(request, reply, 'session', '', 0)
}

export const readHelpCookie = (request: FastifyRequest) => readCookie(request, 'help')

export function setHelpCookie(request: FastifyRequest, reply: FastifyReply, token: string, maxAge: number) {
  setCookie(request, reply, 'help', token, maxAge)
}

export function clearHelpCookie(request: FastifyRequest, reply: FastifyReply) {
  setCookie(request, reply, 'help', '', 0)
}
