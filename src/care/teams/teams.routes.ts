import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import { adminTeamRoutes } from './admin-teams.routes.ts'
import { handoverRoutes } from './handovers.routes.ts'
import { rotaRoutes } from './rota.routes.ts'
import { shiftSummaryRoutes } from './shift-summary.routes.ts'
import * as schemas from './teams.schemas.ts'
import { listOwnTeams } from './teams.service.ts'

export interface TeamRouteParts {
  ctx: Context
  respondWithPage: PageResponder
}

export function teamRoutes(app: ApiInstance, { ctx, respondWithPage }: TeamRouteParts): void {
  adminTeamRoutes(app, ctx, respondWithPage)
  rotaRoutes(app, ctx)
  handoverRoutes(app, ctx, respondWithPage)
  shiftSummaryRoutes(app, ctx)

  app.get(
    '/teams',
    {
      config: { access: ['CAREGIVER'] },
      schema: {
        tags: ['Teams'],
        operationId: 'listOwnTeams',
        summary: 'List your teams with their members',
        response: { 200: schemas.ownTeamsResponse },
      },
    },
    async (request) => success(await listOwnTeams(ctx, callerOf(request))),
  )
}
