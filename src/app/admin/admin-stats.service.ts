import { countFalls } from '../../alerting/falls/falls.service.ts'
import { countHighRiskPatients } from '../../care/health/patient-health.service.ts'
import { likelyLevels } from '../../detection/levels/fall-level.ts'
import type { Context } from '../../platform/context.ts'
import { inactiveAfterMs } from '../../telemetry/devices/device-status.ts'
import { countActiveDevices, countAssignments, countUsers } from './admin-stats.store.ts'

/** Runs all counts at once: each takes a connection and a few milliseconds. */
export async function readStats(ctx: Context) {
  const now = ctx.now()
  const midnight = new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`)
  const [totalUsers, activeDevices, fallsToday, highRiskPatients, caregiverAssignments] = await Promise.all([
    countUsers(ctx.db),
    countActiveDevices(ctx.db, new Date(now.getTime() - inactiveAfterMs)),
    countFalls(ctx.db, { levels: likelyLevels, from: midnight }),
    countHighRiskPatients(ctx),
    countAssignments(ctx.db),
  ])
  return { totalUsers, activeDevices, fallsToday, highRiskPatients, caregiverAssignments }
}
