import { shownUser } from '../../accounts/users/user.ts'
import { getUser } from '../../accounts/users/users.service.ts'
import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { deletedResponse, messageResponse, success } from '../../platform/http/envelope.ts'
import type { RouteLimits } from '../../platform/http/route-limits.ts'
import { deletionQuery } from '../../platform/http/schemas.ts'
import { clearSessionCookie } from '../../platform/http/session-cookie.ts'
import { sayVocabulary } from '../../platform/http/vocabulary-header.ts'
import { deletionBody, meResponse, passwordBody, profileBody, profileResponse } from './profile.schemas.ts'
import type { Profiles } from './profile.service.ts'

const tags = ['Profile']

export function profileRoutes(
  app: ApiInstance,
  ctx: Context,
  profiles: Profiles,
  routeLimits: RouteLimits,
): void {
  app.get(
    '/me',
    {
      config: { access: 'signed-in' },
      schema: {
        tags,
        operationId: 'getCurrentUser',
        summary: 'Get the signed-in account',
        response: { 200: meResponse },
      },
    },
    async (request, reply) => {
      await sayVocabulary(ctx, reply)
      return success(await getUser(ctx, callerOf(request).actor.id))
    },
  )

  app.get(
    '/profile/me',
    {
      config: { access: 'signed-in' },
      schema: {
        tags,
        operationId: 'getProfile',
        summary: 'Get your profile',
        response: { 200: profileResponse },
      },
    },
    async (request) => success(shownUser(await getUser(ctx, callerOf(request).actor.id))),
  )

  app.put(
    '/profile/me',
    {
      config: { access: 'signed-in' },
      schema: {
        tags,
        operationId: 'updateProfile',
        summary: 'Update your profile',
        body: profileBody,
        response: { 200: profileResponse },
      },
    },
    async (request) => success(shownUser(await profiles.update(callerOf(request), request.body))),
  )

  app.post(
    '/profile/password',
    {
      config: { access: 'signed-in' },
      onRequest: routeLimits.passwordChanges,
      schema: {
        tags,
        operationId: 'changePassword',
        summary: 'Change your password and end all other sessions',
        body: passwordBody,
        response: { 200: messageResponse },
      },
    },
    async (request) => {
      await profiles.changePassword(callerOf(request), request.body)
      return success({ message: 'Password changed' })
    },
  )

  app.delete(
    '/profile/me',
    {
      config: { access: 'signed-in', errors: [409] },
      schema: {
        tags,
        operationId: 'deleteAccount',
        summary: 'Delete your account and all of its data permanently',
        querystring: deletionQuery,
        body: deletionBody,
        response: { 200: deletedResponse },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      await profiles.deleteAccount(caller, request.query)
      clearSessionCookie(request, reply)
      return success({ id: caller.actor.id, deleted: true as const })
    },
  )
}
