import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { findVocabulary } from '../db/vocabulary.ts'

/** Adds a header with the words that the console uses to what it asks first, so that it needs no request of its own. */
export async function sayVocabulary(ctx: Context, reply: FastifyReply): Promise<void> {
  reply.header('x-vocabulary', await findVocabulary(ctx.db))
}
