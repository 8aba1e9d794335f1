import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { intakeChannel } from '../../platform/db/channels.ts'
import type { Db } from '../../platform/db/database.ts'
import { type FieldMessages, invalidFields } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { type IntakeTopic, listTopics, replaceTopics } from './intake-topics.store.ts'

/** Lists the topics to which the service subscribes. */
export const listIntakeTopics = ({ db }: Context): Promise<IntakeTopic[]> => listTopics(db)

/** Replaces them; every process subscribes to the new ones at once. */
export async function replaceIntakeTopics(
  ctx: Context,
  caller: Caller,
  topics: readonly IntakeTopic[],
): Promise<IntakeTopic[]> {
  const seen = new Set<string>()
  const { topicPrefix } = ctx.config.mqtt
  const problems: FieldMessages = {}
  for (const [i, { topic }] of topics.entries()) {
    if (seen.has(topic)) problems[`topics.${i}.topic`] = fieldMessage('GIVEN_TWICE')
    else if (topic === topicPrefix || topic.startsWith(`${topicPrefix}/`))
      problems[`topics.${i}.topic`] = fieldMessage('OWN_TOPIC')
    seen.add(topic)
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  await ctx.db.transaction(async (tx) => {
    await replaceTopics(tx, topics)
    const message = `${topics.length} topics of the broker named`
    await recordAuditEntry(ctx, tx, caller, { action: 'intake.topics_changed', message })
    await notifyIntake(tx)
  })
  return listTopics(ctx.db)
}

/** Tells every process that topics or assignments have changed. */
export async function notifyIntake(tx: Db): Promise<void> {
  await tx.query(`select pg_notify($1, '')`, [intakeChannel])
}
