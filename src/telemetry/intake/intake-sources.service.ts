import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { isUniqueViolation } from '../../platform/db/database-errors.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { intakeTokenPrefix } from '../../platform/token-prefixes.ts'
import type { JsonRule } from '../adapters/json-rule.ts'
import * as store from './intake-sources.store.ts'
import { notifyIntake } from './intake-topics.service.ts'

const maxSources = 50

/** Lists the webhooks in. */
export const listIntakeSources = ({ db }: Context) => store.listSources(db)

export interface NewSource {
  name: string
  adapter: string
  rule?: JsonRule | undefined
}

/** Makes a source. Its secret is returned this once, and only its hash is stored. */
export async function createIntakeSource(ctx: Context, caller: Caller, { name, adapter, rule }: NewSource) {
  const secret = `${intakeTokenPrefix}${randomBytes(32).toString('base64url')}`
  const source = {
    id: randomUUID(),
    name,
    adapter,
    rule: rule ?? null,
    createdAt: ctx.now(),
    lastMessageAt: null,
  }
  await ctx.db
    .transaction(async (tx) => {
      if ((await store.countSources(tx)) >= maxSources)
        throw refusal('TOO_MANY_INTAKE_SOURCES', { limit: maxSources })
      await store.insertSource(tx, source, hashOf(secret))
      const message = `Webhook in ${source.id} created`
      await recordAuditEntry(ctx, tx, caller, { action: 'intake.source_created', message })
    })
    .catch((error) => {
      if (isUniqueViolation(error)) throw refusal('INTAKE_SOURCE_NAME_TAKEN')
      throw error
    })
  return { source, secret }
}

/** Deletes a source: its next message is refused, in whichever process it arrives. */
export async function deleteIntakeSource(ctx: Context, caller: Caller, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if ((await store.deleteSource(tx, id)) === undefined) throw refusal('INTAKE_SOURCE_NOT_FOUND')
    const message = `Webhook in ${id} deleted`
    await recordAuditEntry(ctx, tx, caller, { action: 'intake.source_deleted', message })
    await notifyIntake(tx)
  })
}

/** Finds the source of a secret. It is not kept in memory, so that a deleted one is unknown at once. */
export async function findIntakeSource(
  ctx: Context,
  secret: string,
): Promise<store.IntakeSource | undefined> {
  const hash = hashOf(secret)
  const source = await store.findSourceBySecret(ctx.db, hash)
  return source && timingSafeEqual(source.secretHash, hash) ? source : undefined
}

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
