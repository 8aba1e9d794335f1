import type { Sessions } from '../auth/sessions.ts'
import type { Context } from '../context.ts'
import type { CheckHealth } from '../health/service-health.ts'
import type { ApiInstance } from '../http/api-instance.ts'
import type { PageWalks } from '../http/page-walks.ts'
import { adminDeviceRoutes } from './admin-devices.routes.ts'
import { adminFallRoutes } from './admin-falls.routes.ts'
import { adminLogRoutes } from './admin-logs.routes.ts'
import { adminStatsRoutes } from './admin-stats.routes.ts'
import { adminUserRoutes } from './admin-users.routes.ts'

export interface AdminParts {
  ctx: Context
  sessions: Sessions
  answerPage: PageWalks
  checkHealth: CheckHealth
  /** Makes this process look a device up anew at once; others hear of it. */
  forgetDevice: (mac: string) => void
}

export function adminRoutes(
  app: ApiInstance,
  { ctx, sessions, answerPage, checkHealth, forgetDevice }: AdminParts,
): void {
  adminUserRoutes(app, ctx, sessions, answerPage)
  adminDeviceRoutes(app, ctx, answerPage, forgetDevice)
  adminFallRoutes(app, ctx, answerPage)
  adminStatsRoutes(app, ctx, checkHealth)
  adminLogRoutes(app, ctx, answerPage)
}
