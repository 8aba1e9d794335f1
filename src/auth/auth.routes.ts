import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { ApiInstance } from '../http/api-instance.ts'
import { anyCallerOf, callerOf } from '../http/caller.ts'
import { messageResponse, success } from '../http/envelope.ts'
import type { RouteLimits } from '../http/route-limits.ts'
import { clearSessionCookie, setSessionCookie } from '../http/session-cookie.ts'
import { acceptInvitationBody, loginBody, loginResponse, signupBody, signupResponse } from './auth.schemas.ts'
import type { Auth, SignedIn } from './auth.service.ts'
import type { Sessions } from './sessions.ts'

const tags = ['Authentication']

export interface AuthParts {
  ctx: Context
  auth: Auth
  sessions: Sessions
  routeLimits: RouteLimits
}

export function authRoutes(app: ApiInstance, { ctx, auth, sessions, routeLimits }: AuthParts): void {
  app.post(
    '/auth/signup',
    {
      config: { access: 'public', limit: 'signup', errors: [409] },
      schema: {
        tags,
        operationId: 'signUp',
        summary: 'Create an account',
        body: signupBody,
        response: { 201: signupResponse },
      },
    },
    async (request, reply) => {
      const signedIn = await auth.signUp(anyCallerOf(request), request.body)
      return reply.code(201).send(welcome(request, reply, signedIn))
    },
  )

  app.post(
    '/auth/login',
    {
      config: { access: 'public', limit: 'login', errors: [401, 403] },
      onRequest: routeLimits.siteLogins,
      schema: {
        tags,
        operationId: 'logIn',
        summary: 'Log in',
        body: loginBody,
        response: { 200: loginResponse },
      },
    },
    async (request, reply) => welcome(request, reply, await auth.logIn(anyCallerOf(request), request.body)),
  )

  app.post(
    '/auth/accept-invitation',
    {
      config: { access: 'public', errors: [403] },
      schema: {
        tags,
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation: choose a password and log in',
        body: acceptInvitationBody,
        response: { 200: loginResponse },
      },
    },
    async (request, reply) =>
      welcome(request, reply, await auth.acceptInvitation(anyCallerOf(request), request.body)),
  )

  app.post(
    '/auth/logout',
    {
      config: { access: 'signed-in', limit: 'none' },
      schema: {
        tags,
        operationId: 'logOut',
        summary: 'End the current session',
        response: { 200: messageResponse },
      },
    },
    async (request, reply) => {
      await sessions.end(callerOf(request))
      clearSessionCookie(request, reply)
      return success({ message: 'Logged out' })
    },
  )

  function welcome(request: FastifyRequest, reply: FastifyReply, { user, token }: SignedIn) {
    setSessionCookie(request, reply, token, ctx.config.sessionSeconds)
    return { ...success(user), token }
  }
}
