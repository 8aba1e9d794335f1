import { type Severity, severities } from '../../detection/levels/severity.ts'
import type { Db } from '../../platform/db/database.ts'
import type { IncidentKind } from '../model/incident.ts'
import { listPolicies } from './policies.store.ts'
import { defaultPolicies, type EscalationPolicy, policyKey } from './policy.ts'

/** Where a policy comes from. */
export const policySources = ['PATIENT', 'INSTALLATION', 'DEFAULT'] as const
export type PolicySource = (typeof policySources)[number]

export interface EffectivePolicy {
  severity: Severity
  source: PolicySource
  policy: EscalationPolicy
}

/** Returns what applies to each severity: the patient's own policy, the installation's or the default. */
export async function readPolicies(db: Db, patientId: string | null): Promise<EffectivePolicy[]> {
  const rows = await listPolicies(db, patientId)
  return severities.map((severity) => {
    const own = rows.filter((row) => row.severity === severity)
    const row = own.find((row) => row.patientId !== null) ?? own[0]
    if (!row) return { severity, source: 'DEFAULT', policy: defaultPolicies[severity] }
    return { severity, source: row.patientId === null ? 'INSTALLATION' : 'PATIENT', policy: row.policy }
  })
}

/** Returns the policy of an incident; without a patient, that of the installation. */
export async function readPolicy(
  db: Db,
  kind: IncidentKind,
  severity: Severity,
  patientId: string | null,
): Promise<EscalationPolicy> {
  const key = policyKey(kind, severity)
  const policies = await readPolicies(db, patientId)
  return policies.find((policy) => policy.severity === key)?.policy ?? defaultPolicies[key]
}
