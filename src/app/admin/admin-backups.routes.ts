import { z } from 'zod'
import { type BackupMonitor, overdueDescription } from '../../platform/backup/backup-monitor.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { responseSchema, success } from '../../platform/http/envelope.ts'
import { timestamp } from '../../platform/http/schemas.ts'

const backupsResponse = responseSchema(
  'The backups of the embedded store',
  z
    .object({
      enabled: z.boolean().meta({ description: 'Whether BACKUP_DIR is set' }),
      overdue: z.boolean().meta({ description: overdueDescription }),
      ageSeconds: z.int().nullable().meta({ description: 'The age of the last good backup' }),
      backups: z.array(
        z.object({ startedAt: timestamp, finishedAt: timestamp, bytes: z.int(), version: z.string() }),
      ),
    })
    .meta({ id: 'Backups' }),
)

interface BackupParts {
  backups: BackupMonitor | undefined
}

export function backupRoutes(app: ApiInstance, { backups }: BackupParts): void {
  app.get(
    '/admin/backups',
    {
      config: { access: ['ADMIN'] },
      schema: {
        tags: ['Administration'],
        operationId: 'listBackups',
        summary: 'List the backups in BACKUP_DIR, the newest first',
        description: 'A backup that is listed is complete and was compared with its checksums.',
        response: { 200: backupsResponse },
      },
    },
    async () => {
      backups?.refresh()
      return success({
        enabled: backups !== undefined,
        overdue: backups?.isOverdue() ?? false,
        ageSeconds: backups?.ageSeconds() ?? null,
        backups: (backups?.copies() ?? []).map(({ startedAt, finishedAt, bytes, version }) => ({
          startedAt: new Date(startedAt),
          finishedAt: new Date(finishedAt),
          bytes,
          version,
        })),
      })
    },
  )
}
