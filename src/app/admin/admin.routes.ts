import type { MailSender } from '../../accounts/auth/mail-link.ts'
import type { Sessions } from '../../accounts/auth/sessions.ts'
import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import type { RouteLimits } from '../../platform/http/route-limits.ts'
import type { CheckHealth } from '../health/service-health.ts'
import { adminDetectionRoutes } from './admin-detection.routes.ts'
import { adminDeviceRoutes } from './admin-devices.routes.ts'
import { adminFallStatisticsRoutes } from './admin-fall-statistics.routes.ts'
import { adminFallRoutes } from './admin-falls.routes.ts'
import { adminLogRoutes } from './admin-logs.routes.ts'
import { adminSetupRoutes } from './admin-setup.routes.ts'
import { adminStatsRoutes } from './admin-stats.routes.ts'
import { adminUserRoutes } from './admin-users.routes.ts'
import { timeZoneRoutes } from './time-zone.routes.ts'
import { vocabularyRoutes } from './vocabulary.routes.ts'

export interface AdminParts {
  ctx: Context
  sessions: Sessions
  sender: MailSender
  respondWithPage: PageResponder
  routeLimits: RouteLimits
  checkHealth: CheckHealth
  /** Makes this process load a device again at once; the others are notified. */
  invalidateDevice: (mac: string) => void
}

export function adminRoutes(
  app: ApiInstance,
  { ctx, sessions, sender, respondWithPage, routeLimits, checkHealth, invalidateDevice }: AdminParts,
): void {
  adminUserRoutes(app, ctx, sessions, sender, respondWithPage, routeLimits)
  adminDeviceRoutes(app, { ctx, sessions, respondWithPage, invalidateDevice })
  adminFallRoutes(app, ctx, respondWithPage)
  adminFallStatisticsRoutes(app, ctx)
  adminDetectionRoutes(app, ctx)
  adminSetupRoutes(app, ctx)
  timeZoneRoutes(app, ctx)
  adminStatsRoutes(app, ctx, checkHealth)
  vocabularyRoutes(app, ctx)
  adminLogRoutes(app, ctx, respondWithPage)
}
