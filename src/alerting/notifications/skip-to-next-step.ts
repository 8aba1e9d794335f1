import type { Db } from '../../platform/db/database.ts'
import { wakeEngine } from '../model/incident-changes.ts'

/**
 * Makes the next step of an open incident due if no message of its round to a person has arrived or
 * still can: waiting would help nobody. Repetitions wait for their time, so that refused messages are not sent again and again.
 */
export async function skipToNextStep(tx: Db, id: string, round: number, at: Date): Promise<void> {
  const rows = await tx.query(
    `update incidents set due_at = $3
     where id = $1 and round = $2 and state = 'OPEN' and due_at > $3 and step < jsonb_array_length(policy -> 'steps')
       and not exists (
         select from deliveries join contacts on contacts.id = contact_id
         where incident_id = $1 and deliveries.round = $2 and purpose = 'alert' and user_id is not null
           and deliveries.state in ('PENDING', 'SENDING', 'SENT'))
     returning 1`,
    [id, round, at],
  )
  if (rows.length > 0) await wakeEngine(tx)
}
