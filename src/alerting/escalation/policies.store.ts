import type { Severity } from '../../detection/levels/severity.ts'
import type { Db } from '../../platform/db/database.ts'
import type { EscalationPolicy } from './policy.ts'

export interface PolicyRow {
  severity: Severity
  /** Null for a policy of the installation. */
  patientId: string | null
  policy: EscalationPolicy
}

/** Lists the policies of the installation and, if one is given, of a patient. */
export async function listPolicies(db: Db, patientId: string | null): Promise<PolicyRow[]> {
  return db.query(
    `select severity, patient_id as "patientId", policy from escalation_policies
     where patient_id is null or patient_id = $1`,
    [patientId],
    'list-policies',
  )
}

export async function upsertPolicy(
  tx: Db,
  { severity, patientId, policy }: PolicyRow,
  at: Date,
): Promise<void> {
  await tx.query(
    `insert into escalation_policies (severity, patient_id, policy, updated_at) values ($1, $2, $3, $4)
     on conflict (severity, (coalesce(patient_id, '00000000-0000-0000-0000-000000000000'::uuid)))
     do update set policy = excluded.policy, updated_at = excluded.updated_at`,
    [severity, patientId, JSON.stringify(policy), at],
  )
}

/** Returns false if there was none. */
export async function deletePolicy(tx: Db, severity: Severity, patientId: string | null): Promise<boolean> {
  const rows = await tx.query(
    `delete from escalation_policies
     where severity = $1 and patient_id is not distinct from $2::uuid
     returning 1`,
    [severity, patientId],
  )
  return rows.length > 0
}

/** Keeps a patient from being deleted until the transaction ends; it returns false if there is none. */
export async function lockPatient(tx: Db, id: string): Promise<boolean> {
  const rows = await tx.query(`select 1 from users where id = $1 and role = 'PATIENT' for share`, [id])
  return rows.length > 0
}
