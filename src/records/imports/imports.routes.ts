import type { MailSender } from '../../accounts/auth/mail-link.ts'
import type { Context } from '../../platform/context.ts'
import { adminOnly, tags } from '../../platform/http/admin-only.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { resultJson } from './import-result.ts'
import { importBody, importedResponse, importResponse, maxImportBytes } from './imports.schemas.ts'
import { importFiles } from './imports.service.ts'

export function importRoutes(app: ApiInstance, ctx: Context, sender: MailSender): void {
  app.post(
    '/admin/imports',
    {
      config: adminOnly(409),
      bodyLimit: maxImportBytes,
      schema: {
        tags,
        operationId: 'importFiles',
        summary: 'Import people, rooms, assignments, devices and teams from CSV files',
        description:
          'Each file is known by its columns; a line about a person may also have their device, team and caregivers. A column that is not recognised can be assigned to a field with `columns`. All lines are imported in one transaction, or none: with `dryRun`, if a line has an error, and as long as a question of `questions` is open, which `dates` answers. The answer is 201 if something was created, else 200, and `applied` says whether the lines were imported. A line about somebody who exists changes the details that it gives.',
        body: importBody,
        response: { 200: importResponse, 201: importedResponse },
      },
    },
    async (request, reply) => {
      const result = await importFiles(ctx, callerOf(request), sender, request.body)
      const hasCreated = result.applied && result.counts.CREATE > 0
      // A text is sent as it is.
      const body = (await resultJson(result)) as never
      return reply
        .code(hasCreated ? 201 : 200)
        .type('application/json; charset=utf-8')
        .send(body)
    },
  )
}
