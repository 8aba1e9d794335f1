import { invitationBody, invitationResponse } from '../../accounts/auth/invitations.schemas.ts'
import { sendInvitation } from '../../accounts/auth/mail-invitation.ts'
import type { MailSender } from '../../accounts/auth/mail-link.ts'
import { renewInvitation } from '../../accounts/auth/renew-invitation.ts'
import type { Sessions } from '../../accounts/auth/sessions.ts'
import { shownUser } from '../../accounts/users/user.ts'
import { getUser } from '../../accounts/users/users.service.ts'
import type { Context } from '../../platform/context.ts'
import { adminOnly, tags } from '../../platform/http/admin-only.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { deletedResponse, success } from '../../platform/http/envelope.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import type { RouteLimits } from '../../platform/http/route-limits.ts'
import { deletionQuery, idParams as params } from '../../platform/http/schemas.ts'
import * as schemas from './admin-users.schemas.ts'
import * as users from './admin-users.service.ts'

export function adminUserRoutes(
  app: ApiInstance,
  ctx: Context,
  sessions: Sessions,
  sender: MailSender,
  respondWithPage: PageResponder,
  routeLimits: RouteLimits,
): void {
  app.get(
    '/admin/users',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'listUsers',
        summary: 'List all accounts',
        querystring: schemas.usersQuery,
        response: { 200: schemas.usersResponse },
      },
    },
    async (request) => {
      await auditRead(ctx, request)
      return respondWithPage(request, request.query, async (query) => {
        const page = await users.listUsers(ctx, query, query)
        return { ...page, rows: page.rows.map(shownUser) }
      })
    },
  )

  app.get(
    '/admin/users/:id',
    {
      config: adminOnly(404),
      schema: {
        tags,
        operationId: 'getUser',
        summary: 'Get an account',
        params,
        response: { 200: schemas.userResponse },
      },
    },
    async (request) => {
      const user = await getUser(ctx, request.params.id)
      await auditRead(ctx, request, user.id)
      return success(shownUser(user))
    },
  )

  app.put(
    '/admin/users/:id',
    {
      config: adminOnly(404, 409),
      schema: {
        tags,
        operationId: 'updateUser',
        summary: 'Update an account',
        description:
          'Deactivating an account ends its sessions. Changing the e-mail address voids an open invitation or password reset.',
        params,
        body: schemas.userBody,
        response: { 200: schemas.userResponse },
      },
    },
    async (request) =>
      success(
        shownUser(await users.editUser(ctx, callerOf(request), sessions, request.params.id, request.body)),
      ),
  )

  app.delete(
    '/admin/users/:id',
    {
      config: adminOnly(404, 409),
      schema: {
        tags,
        operationId: 'deleteUser',
        summary: 'Delete an account and all of its data permanently',
        params,
        querystring: deletionQuery,
        response: { 200: deletedResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      await users.deleteUser(ctx, callerOf(request), sessions, id, request.query)
      return success({ id, deleted: true as const })
    },
  )

  app.post(
    '/admin/users/:id/password-reset',
    {
      config: adminOnly(404, 409),
      schema: {
        tags,
        operationId: 'createPasswordReset',
        summary: 'Make a one-time link with which somebody chooses a new password',
        description:
          'Works without mail: hand the link over yourself. It is valid for 24 hours and replaces an earlier one. For an ' +
          'account that has no password yet, it is a new invitation, which is valid for seven days.',
        params,
        response: { 201: schemas.passwordLinkResponse },
      },
    },
    async (request, reply) => {
      const link = await users.createPasswordLink(ctx, callerOf(request), request.params.id)
      return reply.code(201).send(success(link))
    },
  )

  app.post(
    '/admin/users/:id/invitation',
    {
      config: adminOnly(404, 409),
      onRequest: routeLimits.invitations,
      schema: {
        tags,
        operationId: 'renewInvitation',
        summary: 'Invite somebody who has no password yet',
        description:
          'An earlier invitation is void. A person without an e-mail address gets the given one, or the sign-in name. What an account has is changed with PUT /admin/users/{id}. If the service sends mail, the invitation is sent to the address.',
        params,
        body: invitationBody,
        response: { 201: invitationResponse },
      },
    },
    async (request, reply) => {
      const { params, body } = request
      const [caller, { id }] = [callerOf(request), params]
      const invitation = await renewInvitation(ctx, caller, id, body)
      const mailed = await sendInvitation(ctx, caller, sender, { id, ...invitation })
      return reply.code(201).send(success({ ...invitation, mailed }))
    },
  )

  app.post(
    '/admin/users/:id/role',
    {
      config: adminOnly(404, 409),
      schema: {
        tags,
        operationId: 'changeUserRole',
        summary: 'Change the role of an account',
        description: 'The account must have a password. Its assignments end.',
        params,
        body: schemas.roleBody,
        response: { 200: schemas.userResponse },
      },
    },
    async (request) => {
      const { params, body } = request
      return success(
        shownUser(await users.changeRole(ctx, callerOf(request), sessions, params.id, body.role)),
      )
    },
  )
}
