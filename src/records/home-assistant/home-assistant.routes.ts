import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { responseSchema, success } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { idParams as params, timestamp } from '../../platform/http/schemas.ts'
import { readHomeAssistant, setHomeAssistant } from './home-assistant.service.ts'

const tags = ['Sharing']

const shownResponse = responseSchema(
  'Whether the patient appears in Home Assistant',
  z
    .object({
      shown: z.boolean(),
      showName: z.boolean(),
      since: timestamp.nullable(),
      available: z.boolean().meta({
        description: 'Whether the installation has a broker (MQTT_URL): without one, nobody appears anywhere',
      }),
    })
    .meta({ id: 'HomeAssistantShare' }),
)

const shownBody = withExample(
  z.object({
    shown: z.boolean(),
    showName: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the name of the patient, and those of the devices, are shown' }),
  }),
  { shown: false },
)

/** The routes by which a patient decides whether Home Assistant shows that they need help. */
export function homeAssistantRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/patients/:id/home-assistant',
    {
      config: { access: 'signed-in', errors: [403, 404] },
      schema: {
        tags,
        operationId: 'getHomeAssistantSharing',
        summary: 'Get whether a patient appears in Home Assistant',
        params,
        response: { 200: shownResponse },
      },
    },
    async (request) => success(await readHomeAssistant(ctx, callerOf(request), request.params.id)),
  )

  app.put(
    '/patients/:id/home-assistant',
    {
      config: { access: ['PATIENT', 'ADMIN'], errors: [404, 409] },
      schema: {
        tags,
        operationId: 'updateHomeAssistantSharing',
        summary: 'Decide whether a patient appears in Home Assistant',
        description:
          'By MQTT discovery at the broker of MQTT_URL: whether help is needed, and of each device its battery and when it was last heard of; no vital signs. An admin needs a recorded representative, else 409.',
        params,
        body: shownBody,
        response: { 200: shownResponse },
      },
    },
    async (request) =>
      success(await setHomeAssistant(ctx, callerOf(request), request.params.id, request.body)),
  )
}
