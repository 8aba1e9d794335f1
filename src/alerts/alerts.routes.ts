import type { Context } from '../context.ts'
import { callerOf } from '../http/access.ts'
import type { ApiInstance } from '../http/api-instance.ts'
import { success } from '../http/envelope.ts'
import { noteLook, originOf } from '../http/origin.ts'
import type { PageWalks } from '../http/page-walks.ts'
import { idParams } from '../http/schemas.ts'
import { alertAnswer, alertsAnswer, alertsQuery } from './alerts.schemas.ts'
import { acknowledgeAlert, alertView, listOwnAlerts } from './alerts.service.ts'

const tags = ['Caregivers']
const access = ['CAREGIVER'] as const

export function alertRoutes(app: ApiInstance, ctx: Context, answerPage: PageWalks): void {
  app.get(
    '/caregivers/alerts',
    {
      config: { access },
      schema: {
        tags,
        summary: 'The own alerts about patients who are still assigned, newest first',
        description: 'Those that wait for an acknowledgement, unless `status` asks for others.',
        querystring: alertsQuery,
        response: { 200: alertsAnswer },
      },
    },
    async (request) => {
      const { actor } = callerOf(request)
      const list = (page: typeof request.query) => listOwnAlerts(ctx, actor, page)
      const alerts = await answerPage(request, request.query, list, alertView)
      // Asked every few seconds and nearly always empty: then there was nobody to look at.
      if (alerts.data.length > 0) await noteLook(ctx, request)
      return alerts
    },
  )

  app.post(
    '/caregivers/alerts/:id/acknowledge',
    {
      config: { access, errors: [404] },
      schema: {
        tags,
        summary: 'Say that an alert was seen; the first time counts',
        params: idParams,
        response: { 200: alertAnswer },
      },
    },
    async (request) => {
      const { actor } = callerOf(request)
      return success(alertView(await acknowledgeAlert(ctx, actor, request.params.id, originOf(request))))
    },
  )
}
