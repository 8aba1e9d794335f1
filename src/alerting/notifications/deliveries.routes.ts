import type { Context } from '../../platform/context.ts'
import { adminOnly, tags } from '../../platform/http/admin-only.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import { labelOf } from './contact.ts'
import { deliveriesQuery, deliveriesResponse, deliveryResponse } from './deliveries.schemas.ts'
import { listDeliveries, retryDelivery } from './deliveries.service.ts'
import type { ListedDelivery } from './delivery.ts'
import { withFailure } from './send-failures.ts'
import type { Sender } from './sender.ts'

export function deliveryRoutes(
  app: ApiInstance,
  ctx: Context,
  sender: Sender,
  respondWithPage: PageResponder,
): void {
  app.get(
    '/admin/deliveries',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'listDeliveries',
        summary: 'List the messages that were sent, to whom and with what result',
        querystring: deliveriesQuery,
        response: { 200: deliveriesResponse },
      },
    },
    async (request) => {
      await auditRead(ctx, request, request.query.userId)
      const list = (query: typeof request.query) => listDeliveries(ctx.db, query, query)
      return respondWithPage(request, request.query, list, deliveryView)
    },
  )

  app.post(
    '/admin/deliveries/:id/retry',
    {
      config: { ...adminOnly(404, 409), isLongTask: true },
      schema: {
        tags,
        operationId: 'retryDelivery',
        summary: 'Send a message again that was not accepted',
        params,
        response: { 200: deliveryResponse },
      },
    },
    async (request) =>
      success(withFailure(await retryDelivery(ctx, callerOf(request), sender, request.params.id))),
  )
}

function deliveryView({ channel, address, userId, personName, ...delivery }: ListedDelivery) {
  const person = userId === null ? null : { id: userId, name: personName ?? '' }
  return { ...withFailure(delivery), channel, contact: labelOf({ channel, address }), person }
}
