import type { FastifyReply, FastifyRequest } from 'fastify'

/** Over HTTPS the name itself makes browsers insist on Secure, no Domain and Path=/. */
const cookieName = (request: FastifyRequest) => (request.protocol === 'https' ? '__Host-session' : 'session')

/**
 * readSessionCookie gives the token in the cookie, but only beside the header X-Requested-With: a page of
 * another site can make a browser send the cookie, never that header.
 */
export function readSessionCookie(request: FastifyRequest): string | undefined {
  if (request.headers['x-requested-with'] === undefined) return undefined
  return request.cookies[cookieName(request)]
}

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  seconds: number,
) {
  reply.setCookie(cookieName(request), token, { ...attributes(request), maxAge: seconds })
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply) {
  reply.clearCookie(cookieName(request), attributes(request))
}

const attributes = (request: FastifyRequest) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: request.protocol === 'https',
})
