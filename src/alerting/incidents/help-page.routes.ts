import type { FastifyReply, FastifyRequest } from 'fastify'
import { type HelpCredentials, helpCredentialSeconds } from '../../accounts/auth/help-credentials.service.ts'
import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import type { RouteLimits } from '../../platform/http/route-limits.ts'
import { readHelpCookie, setHelpCookie } from '../../platform/http/session-cookie.ts'
import { readHelpPage } from './help-page.service.ts'
import { helpPageResponse } from './incidents.schemas.ts'

const tags = ['Incidents']

export interface HelpPageParts {
  ctx: Context
  helpCredentials: HelpCredentials
  routeLimits: RouteLimits
}

/** The page of a patient with two buttons, which goes on when the sign-in of its browser has ended. */
export function helpPageRoutes(app: ApiInstance, { ctx, helpCredentials, routeLimits }: HelpPageParts): void {
  app.get(
    '/help-page',
    {
      config: { access: ['PATIENT'], acceptsHelpCredential: true, limit: 'helpPages' },
      schema: {
        tags,
        operationId: 'getHelpPage',
        summary: 'Get the state of your calls for help, and whom to phone',
        description:
          'Accepts the cookie `help` of `POST /help-page` where nobody is signed in, and extends it while it is used.',
        response: { 200: helpPageResponse },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const page = await readHelpPage(ctx, caller)
      return success({ ...page, credential: await extend(request, reply, caller.actor.id) })
    },
  )

  app.post(
    '/help-page',
    {
      config: { access: ['PATIENT'] },
      preHandler: routeLimits.helpPages,
      schema: {
        tags,
        operationId: 'allowHelpPage',
        summary: 'Let this browser call for help for you, also when your sign-in has ended',
        description:
          'Sets the cookie `help`, HttpOnly and SameSite=Strict, for a year. With the header X-Requested-With it can only call for help, say “I’m fine” and read the state of the call.',
        response: { 201: helpPageResponse },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const page = await readHelpPage(ctx, caller)
      const { token, expiresAt } = await helpCredentials.issue(caller, {
        token: readHelpCookie(request),
        userAgent: request.headers['user-agent'],
      })
      setHelpCookie(request, reply, token, helpCredentialSeconds)
      return reply.code(201).send(success({ ...page, credential: { expiresAt } }))
    },
  )

  async function extend(request: FastifyRequest, reply: FastifyReply, userId: string) {
    const token = readHelpCookie(request)
    const used = token ? await helpCredentials.use(userId, token) : undefined
    if (!token || !used) return null
    if (used.isExtended) setHelpCookie(request, reply, token, helpCredentialSeconds)
    return { expiresAt: used.expiresAt }
  }
}
