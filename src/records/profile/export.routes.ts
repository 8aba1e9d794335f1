import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { callerOf } from '../../platform/http/caller.ts'
import type { Exports } from './export.service.ts'

/** A stream is sent as it is, so the schema only describes it. */
const exportResponse = {
  description: 'The archive',
  content: { 'application/zip': { schema: z.unknown().meta({ type: 'string', format: 'binary' }) } },
}

export function exportRoutes(app: ApiInstance, ctx: Context, exports: Exports): void {
  app.get(
    '/profile/me/export',
    {
      config: { access: 'signed-in', errors: [409], isLongTask: true, isStream: true },
      // A request for the headers alone would start an export.
      exposeHeadRoute: false,
      schema: {
        tags: ['Profile'],
        operationId: 'exportProfile',
        summary: 'Download everything that is stored about you, as a ZIP archive',
        description:
          'The archive has `profile.json`, `devices.json`, `readings.csv`, `samples.ndjson` (the raw motion of readings, one on ' +
          'each line), `deviceEvents.json`, `falls.json`, `incidents.json`, `pastIncidents.json`, `notes.json`, `alerts.json`, `teams.json`, `handovers.json`, `messages.json`, `contacts.json`, ' +
          '`deliveries.json`, `assignments.json`, `shares.json`, `sessions.json` and `audit.json`. While an export is running, another ' +
          'one of the same person is refused with 409.',
        response: { 200: exportResponse },
      },
    },
    async (request, reply) => {
      const archive = await exports.start(callerOf(request))
      // Whatever becomes of the response, the export ends with it.
      reply.raw.once('close', () => archive.destroy())
      if (reply.raw.destroyed) archive.destroy()
      const day = ctx.now().toISOString().slice(0, 10)
      reply.header('content-disposition', `attachment; filename="fallwatch-export-${day}.zip"`)
      return reply.type('application/zip').send(archive)
    },
  )
}
