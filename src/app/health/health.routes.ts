import { freemem } from 'node:os'
import { z } from 'zod'
import type { NotificationHold } from '../../alerting/notifications/hold.ts'
import { type BackupMonitor, overdueDescription } from '../../platform/backup/backup-monitor.ts'
import type { Context } from '../../platform/context.ts'
import { holdReasons } from '../../platform/db/installation.ts'
import type { ReplicationMonitor } from '../../platform/db/replication.ts'
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
      replication: z
        .object({
          confirmed: z.boolean().meta({
            description:
              'Whether a standby confirms each commit. Otherwise what is acknowledged is on one disk only',
          }),
          since: timestamp.meta({ description: 'As far as this process knows' }),
          standbys: z.int().meta({ description: 'Standbys that receive the log of the database' }),
        })
        .optional()
        .meta({
          description:
            'Only where a standby is expected: with several hosts in DATABASE_URL, or once one has confirmed',
        }),
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
  /** Whether commits are on more than one disk; undefined where nobody looks. */
  replication?: ReplicationMonitor | undefined
  hold: NotificationHold
  version: string
}

export function healthRoutes(
  app: ApiInstance,
  { ctx, checkHealth, backups, replication, hold, version }: HealthParts,
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
      const copies = replication?.current()
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
          ...(copies && {
            replication: {
              confirmed: copies.isConfirmed,
              since: copies.since,
              standbys: copies.standbys,
            },
          }),
          ...(held && { held }),
        },
      }
    },
  )
}
