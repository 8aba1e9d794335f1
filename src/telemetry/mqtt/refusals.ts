import { createRefusalAudit } from '../../platform/audit/refusal-audit.ts'
import type { Actor, Context } from '../../platform/context.ts'
import type { Limits } from '../../platform/http/rate-limits.ts'
import { addressKey } from '../../platform/lib/client-address.ts'
import type { ConnectRefusal } from '../../platform/metrics/mqtt-metrics.ts'
import { RefusedConnect, reasonCodes } from './reason-codes.ts'

/** Counts and audits what is refused, as for HTTP. */
export interface Refusals {
  /** Counts a refusal of an address; true if it has had too many. */
  isTooMany(address: string): Promise<boolean>
  /** Counts a refused CONNECT, and returns the error to answer it with. */
  connect(error: unknown, address: string): Promise<unknown>
  /** Writes a refused CONNECT or PUBLISH of an account to the audit log, if its status is one that belongs there. */
  audit(status: number, packet: 'CONNECT' | 'PUBLISH', actor: Actor | null, address: string): void
}

export function createRefusals(ctx: Context, limits: Pick<Limits, 'refusedReadings'>): Refusals {
  const auditRefusal = createRefusalAudit(ctx)

  async function isTooMany(address: string): Promise<boolean> {
    const count = await limits.refusedReadings?.consume(addressKey(address) ?? 'unknown')
    return count !== undefined && !count.allowed
  }

  function audit(status: number, packet: 'CONNECT' | 'PUBLISH', actor: Actor | null, address: string): void {
    const caller = { actor, address, requestId: null }
    void auditRefusal(caller, status, { message: `MQTT ${packet}`, isQuiet: true })
  }

  return {
    isTooMany,
    audit,
    async connect(error, address) {
      if (!(error instanceof RefusedConnect)) {
        ctx.log.error({ err: error }, 'an MQTT connection failed')
        ctx.metrics.mqttConnectionRefused('fault')
        audit(500, 'CONNECT', null, address)
        return error
      }
      const isFlood = await isTooMany(address)
      const code = isFlood ? reasonCodes.connectionRateExceeded : error.reasonCode
      ctx.metrics.mqttConnectionRefused(reasons[code] ?? 'invalid')
      return isFlood ? new RefusedConnect(code, 'Too many refused connections') : error
    },
  }
}

const reasons: Record<number, ConnectRefusal> = {
  [reasonCodes.badUserNameOrPassword]: 'unauthenticated',
  [reasonCodes.notAuthorized]: 'forbidden',
  [reasonCodes.connectionRateExceeded]: 'too_many',
  [reasonCodes.quotaExceeded]: 'unavailable',
  [reasonCodes.implementationSpecific]: 'fault',
}
