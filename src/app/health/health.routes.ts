import { freemem } from 'node:os'
import { z } from 'zod'
import type { NotificationHold } from '../../alerting/notifications/hold.ts'
import { type BackupMonitor, overdueDescription } from '../../platform/backup/backup-monitor.ts'
import type { Context } from '../../platform/context.ts'
import { holdReasons } from '../../platform/db/installation.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { timestamp } from '../../platform/http/schemas.ts'
import type { CheckHealth } from './service-health.ts'

const healthResponse = responseSchema(
  'The health report',
  z
    .object({
      status: z.enum(['HEALTHY', 'DEGRADED']),
      timestamp,
      uptime: z.int().meta({ description: 'Seconds since the service started' }),
      database: z.literal('CONNECTED'),
      memory: z.object({ used: z.int(), available: z.int() }).meta({ description: 'Bytes' }),
      version: z.string(),
      backup: z
        .object({
          lastAt: timestamp.nullable().meta({ description: 'When the last good backup was finished' }),
          ageSeconds: z.int().nullable(),
          overdue: z.boolean().meta({ description: overdueDescription }),
        })
        .optional()
        .meta({ description: 'Only with BACKUP_DIR' }),
      held: z
        .object({
          since: timestamp,
          reason: z.enum(holdReasons).meta({
            description:
              'A restore of a backup, a database that ran elsewhere before, or the setting NOTIFICATIONS',
          }),
        })
        .optional()
        .meta({ description: 'Only while messages are held: no message is sent, and no broker connected' }),
    })
    .meta({ id: 'Health' }),
)

const unhealthyResponse = z.object({
  success: z.literal(false),
  status: z.literal('UNHEALTHY'),
  error: z.string(),
})

interface HealthParts {
  ctx: Context
  checkHealth: CheckHealth
  /** The daily backups, if there are any. */
  backups?: BackupMonitor | undefined
  hold: NotificationHold
  version: string
}

export function healthRoutes(
  app: ApiInstance,
  { ctx, checkHealth, backups, hold, version }: HealthParts,
): void {
  app.get(
    '/health',
    {
      config: { access: 'public', limit: 'none', plainHttp: true, quiet: true },
      schema: {
        tags: ['Health'],
        operationId: 'getHealth',
        summary: 'Get the health report of the service',
        response: { 200: healthResponse, 503: unhealthyResponse },
      },
    },
    async (_request, reply) => {
      const health = checkHealth()
      if (health.status === 'UNHEALTHY') {
        reply.code(503).header('retry-after', 1)
        return { success: false as const, status: health.status, error: health.reason }
      }
      const held = hold.current()
      return {
        success: true as const,
        data: {
          status: health.status,
          timestamp: ctx.now(),
          uptime: Math.floor(process.uptime()),
          database: 'CONNECTED' as const,
          memory: { used: process.memoryUsage.rss(), available: process.availableMemory?.() ?? freemem() },
          version,
          ...(backups && {
            backup: {
              lastAt: backups.lastAt() ?? null,
              ageSeconds: backups.ageSeconds(),
              overdue: backups.isOverdue(),
            },
          }),
          ...(held && { held }),
        },
      }
    },
  )
}
