import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Over HTTPS the prefix `__Host-` makes browsers require Secure, no Domain and Path=/. */
const cookieName = (request: FastifyRequest) => (request.protocol === 'https' ? '__Host-session' : 'session')

/**
 * readSessionCookie returns the token in the cookie, but only with the header X-Requested-With: a page of another site
 * can make a browser send the cookie, but not that header.
 */
export function readSessionCookie(request: FastifyRequest): string | undefined {
  const { cookie, 'x-requested-with': requestedWith } = request.headers
  if (cookie === undefined || requestedWith === undefined) return undefined
  return parseCookie(cookie)[cookieName(request)]
}

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  maxAge: number,
) {
  const secure = request.protocol === 'https'
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge } as const
  reply.header('set-cookie', stringifySetCookie(cookieName(request), token, attributes))
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply) {
  setSessionCookie(request, reply, '', 0)
}
