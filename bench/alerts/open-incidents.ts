import type { EscalationPolicy } from '../../src/alerting/escalation/policy.ts'
import type { Person } from '../fleet.ts'
import { withClient } from '../stores.ts'

/** Opens an incident of each patient, whose first step is due at its own time. */
export async function insertOpenIncidents(
  url: string,
  patients: Person[],
  steps: EscalationPolicy['steps'],
  dueAt: (index: number) => Date,
): Promise<void> {
  const policy: EscalationPolicy = { steps, repeat: null, quietAtNight: false }
  await withClient(url, async (client) => {
    await client.query(
      `insert into incidents (id, kind, state, severity, patient_id, opened_at, policy, round, round_started_at, due_at)
       select gen_random_uuid(), 'SOS', 'OPEN', 'CRITICAL', patient, due, $3, 1, due, due
       from unnest($1::uuid[], $2::timestamptz[]) as t (patient, due)`,
      [patients.map(({ id }) => id), patients.map((_, i) => dueAt(i)), JSON.stringify(policy)],
    )
    await client.query('analyze incidents')
  })
}
