import type { Context } from '../context.ts'
import { callerOf } from '../http/access.ts'
import type { ApiInstance } from '../http/api-instance.ts'
import { success } from '../http/envelope.ts'
import { auditRead, originOf } from '../http/origin.ts'
import type { PageResponder } from '../http/page-cursors.ts'
import { idParams } from '../http/schemas.ts'
import { alertResponse, alertsQuery, alertsResponse } from './alerts.schemas.ts'
import { acknowledgeAlert, alertView, listOwnAlerts } from './alerts.service.ts'

const tags = ['Caregivers']
const access = ['CAREGIVER'] as const

export function alertRoutes(app: ApiInstance, ctx: Context, respondWithPage: PageResponder): void {
  app.get(
    '/caregivers/alerts',
    {
      config: { access, limit: 'alerts' },
      schema: {
        tags,
        operationId: 'listAlerts',
        summary: 'The own alerts about patients who are still assigned',
        description: [
          'The active ones, unless `status` asks for others: those that wait for an acknowledgement, the most severe',
          'first, then those that have waited longest. Unanswered falls of one patient are one line, the most severe,',
          'newest alert, and `repeats` tells how many more stand behind it. `sort` and `order` are for the other views,',
          'which list every alert, newest first.',
        ].join(' '),
        querystring: alertsQuery,
        response: { 200: alertsResponse },
      },
    },
    async (request) => {
      const { actor } = callerOf(request)
      const list = (page: typeof request.query) => listOwnAlerts(ctx, actor, page)
      const alerts = await respondWithPage(request, request.query, list, alertView)
      // Clients poll this every few seconds, and it is nearly always empty: then nobody's record was read.
      if (alerts.data.length > 0) await auditRead(ctx, request)
      return alerts
    },
  )

  app.post(
    '/caregivers/alerts/:id/acknowledge',
    {
      config: { access, limit: 'alerts', errors: [404] },
      schema: {
        tags,
        operationId: 'acknowledgeAlert',
        summary: 'Say that an alert was seen; the first time counts',
        description: [
          'It acknowledges the run that the alert stands for: the open alerts about the same patient that are not more',
          'severe, nor as severe and newer, and that were listed before. What has come in since stays active.',
        ].join(' '),
        params: idParams,
        response: { 200: alertResponse },
      },
    },
    async (request) => {
      const { actor } = callerOf(request)
      return success(alertView(await acknowledgeAlert(ctx, actor, request.params.id, originOf(request))))
    },
  )
}
