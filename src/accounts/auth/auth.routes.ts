import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { anyCallerOf, callerOf } from '../../platform/http/caller.ts'
import { messageResponse, success } from '../../platform/http/envelope.ts'
import type { RouteLimits } from '../../platform/http/route-limits.ts'
import {
  clearHelpCookie,
  clearSessionCookie,
  readHelpCookie,
  setSessionCookie,
} from '../../platform/http/session-cookie.ts'
import * as schemas from './auth.schemas.ts'
import { type Auth, assertSignupOpen, type SignedIn } from './auth.service.ts'
import type { HelpCredentials } from './help-credentials.service.ts'
import type { PasswordResets } from './password-resets.service.ts'
import type { Sessions } from './sessions.ts'

const tags = ['Authentication']

export interface AuthParts {
  ctx: Context
  auth: Auth
  sessions: Sessions
  helpCredentials: HelpCredentials
  passwordResets: PasswordResets
  routeLimits: RouteLimits
}

export function authRoutes(
  app: ApiInstance,
  { ctx, auth, sessions, helpCredentials, passwordResets, routeLimits }: AuthParts,
): void {
  app.post(
    '/auth/signup',
    {
      config: { access: 'public', limit: 'signup', errors: [403, 409] },
      // Before the body is read: there is nothing in it that would help.
      onRequest: async () => assertSignupOpen(ctx.config.signup),
      schema: {
        tags,
        operationId: 'signUp',
        summary: 'Create an account',
        description: 'The setting SIGNUP can close it, or leave it open to patients only: 403.',
        body: schemas.signupBody,
        response: { 201: schemas.signupResponse },
      },
    },
    async (request, reply) => {
      assertSignupOpen(ctx.config.signup, request.body.role)
      const signedIn = await auth.signUp(anyCallerOf(request), request.body)
      return reply.code(201).send(welcome(request, reply, signedIn))
    },
  )

  app.post(
    '/auth/login',
    {
      config: { access: 'public', limit: 'login', errors: [401, 403] },
      preHandler: (request, reply) =>
        routeLimits.sharedLogins.count(request, reply, () =>
          auth.findTriedAccount(anyCallerOf(request), request.body.email),
        ),
      onSend: (request, reply) => routeLimits.sharedLogins.refund(request, reply),
      schema: {
        tags,
        operationId: 'logIn',
        summary: 'Log in',
        body: schemas.loginBody,
        response: { 200: schemas.loginResponse },
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
        body: schemas.acceptInvitationBody,
        response: { 200: schemas.loginResponse },
      },
    },
    async (request, reply) =>
      welcome(request, reply, await auth.acceptInvitation(anyCallerOf(request), request.body)),
  )

  app.post(
    '/auth/forgot-password',
    {
      config: { access: 'public', limit: 'passwordReset' },
      schema: {
        tags,
        operationId: 'requestPasswordReset',
        summary: 'Ask for a link to choose a new password',
        description:
          'The answer is the same whether or not there is such an account. An active account with a password gets a mail ' +
          'with a link that works once, within an hour; at most three an hour.',
        body: schemas.forgotPasswordBody,
        response: { 200: schemas.forgotPasswordResponse },
      },
    },
    async (request) => {
      passwordResets.request(anyCallerOf(request), request.body.email)
      return success({ mail: passwordResets.sendsMail })
    },
  )

  app.post(
    '/auth/reset-password',
    {
      config: { access: 'public' },
      schema: {
        tags,
        operationId: 'resetPassword',
        summary: 'Choose a new password with the token of a link, end all sessions and log in',
        body: schemas.resetPasswordBody,
        response: { 200: schemas.loginResponse },
      },
    },
    async (request, reply) =>
      welcome(request, reply, await passwordResets.complete(anyCallerOf(request), request.body)),
  )

  app.post(
    '/auth/logout',
    {
      config: { access: 'signed-in', limit: 'none' },
      schema: {
        tags,
        operationId: 'logOut',
        summary: 'End the current session, and what lets a page of yours in this browser call for help',
        response: { 200: messageResponse },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const helpToken = readHelpCookie(request)
      if (helpToken && (await helpCredentials.end(caller, helpToken))) clearHelpCookie(request, reply)
      await sessions.end(caller)
      clearSessionCookie(request, reply)
      return success({ message: 'Logged out' })
    },
  )

  function welcome(request: FastifyRequest, reply: FastifyReply, { user, token }: SignedIn) {
    setSessionCookie(request, reply, token, ctx.config.sessionSeconds)
    return { ...success(user), token }
  }
}
