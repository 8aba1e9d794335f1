import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { adminOnly, tags as adminTags } from '../../platform/http/admin-only.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { deletedResponse, success } from '../../platform/http/envelope.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import { readHelpCookie } from '../../platform/http/session-cookie.ts'
import type { HelpCredentials } from './help-credentials.service.ts'
import { sessionOfUserParams, sessionsResponse } from './session-list.schemas.ts'
import { endListed, listSessionsOf } from './session-list.service.ts'
import type { Sessions } from './sessions.ts'

const tags = ['Profile']

export interface SessionListParts {
  ctx: Context
  sessions: Sessions
  helpCredentials: HelpCredentials
}

export function sessionListRoutes(app: ApiInstance, parts: SessionListParts): void {
  const { ctx, sessions, helpCredentials } = parts

  app.get(
    '/profile/sessions',
    {
      config: { access: 'signed-in' },
      schema: {
        tags,
        operationId: 'listOwnSessions',
        summary: 'List your open sessions, and the pages that can call for help for you',
        response: { 200: sessionsResponse },
      },
    },
    async (request) => success(await listFor(request, callerOf(request).actor.id)),
  )

  app.delete(
    '/profile/sessions/:id',
    {
      config: { access: 'signed-in', errors: [404] },
      schema: {
        tags,
        operationId: 'endOwnSession',
        summary: 'End one of your sessions, or a page that can call for help for you',
        params,
        response: { 200: deletedResponse },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const { id } = request.params
      await endListed(ctx, caller, sessions, caller.actor.id, id)
      return success({ id, deleted: true as const })
    },
  )

  app.get(
    '/admin/users/:id/sessions',
    {
      config: adminOnly(404),
      schema: {
        tags: adminTags,
        operationId: 'listSessionsOfUser',
        summary: 'List the open sessions of an account, and its pages that can call for help',
        params,
        response: { 200: sessionsResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      const listed = await listFor(request, id)
      await auditRead(ctx, request, id)
      return success(listed)
    },
  )

  app.delete(
    '/admin/users/:id/sessions/:sessionId',
    {
      config: adminOnly(404),
      schema: {
        tags: adminTags,
        operationId: 'endSessionOfUser',
        summary: 'End a session of an account, or a page that can call for help',
        params: sessionOfUserParams,
        response: { 200: deletedResponse },
      },
    },
    async (request) => {
      const { id, sessionId } = request.params
      await endListed(ctx, callerOf(request), sessions, id, sessionId)
      return success({ id: sessionId, deleted: true as const })
    },
  )

  async function listFor(request: FastifyRequest, userId: string) {
    const { sessionId } = callerOf(request)
    const token = readHelpCookie(request)
    const page = token ? await helpCredentials.use(userId, token) : undefined
    const listed = await listSessionsOf(ctx, userId)
    return listed.map((session) => ({
      ...session,
      isCurrent: session.id === sessionId || session.id === page?.id,
    }))
  }
}
