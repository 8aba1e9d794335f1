import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import { idParams } from '../../platform/http/schemas.ts'
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
        summary: 'List your alerts about patients who are assigned to you',
        description: [
          'By default the active alerts, which are not acknowledged yet and whose incident nobody else handles: the most',
          'severe first, then those that have waited longest. The alerts of one incident are one entry, the newest of',
          'the most severe, and `repeats` is the number of further alerts that it represents. The other values of',
          '`status` list every alert, newest first; `sort` and `order` apply only to them. `handled` lists alerts that',
          'somebody else has answered.',
        ].join(' '),
        querystring: alertsQuery,
        response: { 200: alertsResponse },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const list = (page: typeof request.query) => listOwnAlerts(ctx, caller, page)
      const alerts = await respondWithPage(request, request.query, list, alertView)
      // Clients poll this every few seconds, and it is nearly always empty: then nobody's record was read.
      if (alerts.data.length > 0) await auditRead(ctx, request)
      return alerts
    },
  )

  app.post(
    '/caregivers/alerts/:id/acknowledge',
    {
      config: { access, limit: 'alerts', errors: [404, 409] },
      schema: {
        tags,
        operationId: 'acknowledgeAlert',
        summary: 'Acknowledge an alert',
        description: [
          'Acknowledges the incident, so that nobody else is told any more; 409 if somebody else handles it or has ended',
          'it. Acknowledges all alerts that the entry represents: the active alerts about the same patient that were listed',
          'before and are neither more severe, nor as severe and newer. Alerts that have arrived since stay active.',
          'Acknowledging an alert again changes nothing.',
        ].join(' '),
        params: idParams,
        response: { 200: alertResponse },
      },
    },
    async (request) => success(alertView(await acknowledgeAlert(ctx, callerOf(request), request.params.id))),
  )
}
