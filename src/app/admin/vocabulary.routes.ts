import { z } from 'zod'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import { findVocabulary, updateVocabulary, vocabularies } from '../../platform/db/vocabulary.ts'
import { adminOnly, tags } from '../../platform/http/admin-only.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { responseSchema, success } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'

const vocabulary = z.enum(vocabularies).meta({
  description: 'HOME: residents and staff; FAMILY: patients and caregivers, who may be relatives',
})
const vocabularyResponse = responseSchema(
  'The words of the console',
  z.object({ vocabulary }).meta({ id: 'InstallationVocabulary' }),
)
const vocabularyBody = withExample(z.object({ vocabulary }), { vocabulary: 'FAMILY' })

export function vocabularyRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/admin/vocabulary',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'getVocabulary',
        summary: 'Get the words of the console',
        response: { 200: vocabularyResponse },
      },
    },
    async () => success({ vocabulary: await findVocabulary(ctx.db) }),
  )

  app.put(
    '/admin/vocabulary',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'updateVocabulary',
        summary: 'Choose the words of the console: those of a home or of a family',
        description:
          'Only the texts of the console change. `GET /me`, `GET /station` and `GET /shared/patient` answer them in the header `X-Vocabulary`; a page that is open changes when it is loaded again.',
        body: vocabularyBody,
        response: { 200: vocabularyResponse },
      },
    },
    async (request) => {
      const { vocabulary } = request.body
      await ctx.db.transaction(async (tx) => {
        await updateVocabulary(tx, vocabulary)
        const message = `Words of the console changed to ${vocabulary}`
        await recordAuditEntry(ctx, tx, callerOf(request), {
          action: 'installation.vocabulary_changed',
          message,
        })
      })
      return success({ vocabulary })
    },
  )
}
