import type { Db } from '../../platform/db/database.ts'
import type { JsonRule } from '../adapters/json-rule.ts'

/** A topic of the broker, and who understands what is published there. */
export interface IntakeTopic {
  topic: string
  adapter: string
  rule: JsonRule | null
}

export function listTopics(db: Db): Promise<IntakeTopic[]> {
  return db.query(
    'select topic, adapter, rule from intake_topics where position is not null order by position',
  )
}

/** What was subscribed to once: a session at the broker keeps its subscriptions until they are ended. */
export async function listRemovedTopics(db: Db): Promise<string[]> {
  const rows = await db.query<{ topic: string }>('select topic from intake_topics where position is null')
  return rows.map(({ topic }) => topic)
}

const maxRemoved = 200

export async function replaceTopics(tx: Db, topics: readonly IntakeTopic[]): Promise<void> {
  await tx.query('update intake_topics set position = null where position is not null')
  await tx.query(
    `insert into intake_topics (topic, position, adapter, rule)
     select topic, position, adapter, rule
     from unnest($1::text[], $2::text[], $3::jsonb[]) with ordinality as given (topic, adapter, rule, position)
     on conflict (topic) do update
     set position = excluded.position, adapter = excluded.adapter, rule = excluded.rule`,
    [
      topics.map(({ topic }) => topic),
      topics.map(({ adapter }) => adapter),
      topics.map(({ rule }) => rule && JSON.stringify(rule)),
    ],
  )
  await tx.query(
    `delete from intake_topics where position is null and topic not in (
       select topic from intake_topics where position is null order by topic limit $1)`,
    [maxRemoved],
  )
}
