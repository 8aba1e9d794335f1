import { createReadingWriter, type ReadingWriter } from '../../src/telemetry/ingest/reading-writer.ts'
import { createShardedWriter } from '../../src/telemetry/ingest/sharded-writer.ts'
import type { TestService } from './service.ts'

/** Opens a writer like the one of the service, on one server or on several. */
export function openWriter({ ctx, store }: TestService): ReadingWriter {
  return store.shards ? createShardedWriter(ctx.db, store.shards, ctx.metrics) : createReadingWriter(ctx.db)
}
