import type { AssignmentKind } from '../../accounts/access/assignment-kind.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ChannelName } from '../notifications/channels/channels.ts'
import { alwaysOnDuty, type Duty, isOnDuty } from './duty.ts'
import { listRecipients, type RecipientRow, type RecipientSubject } from './recipients.store.ts'

/** Somebody who can be told. */
export interface Person {
  userId: string
  name: string
  /** What they are to the patient; null of an admin. */
  kind: AssignmentKind | null
  relationship: string | null
  /** Whether their acknowledgement ends the escalation: not that of a relative, unless relatives count as helpers. */
  helps: boolean
  onDuty: boolean
  /** Those that can be used, the oldest first. */
  contacts: { id: string; channel: ChannelName }[]
}

export interface AssignedCaregiver extends Person {
  priority: number
}

/** Those whom an incident can be told to at one moment. */
export interface Recipients {
  /** In the order of their priority. */
  caregivers: AssignedCaregiver[]
  admins: Person[]
  webhooks: { id: string }[]
}

/** Why nothing can be sent to a caregiver: the account is not active, has no password yet, or has no contact. */
export const obstacles = ['INACTIVE', 'INVITED', 'NO_CONTACT'] as const
export type Obstacle = (typeof obstacles)[number]

/** Judges for any moment who is on duty. */
export interface RecipientsByTime {
  recipientsAt: (at: Date) => Recipients
  /** The assigned caregivers to whom nothing can be sent. */
  unreachable: { userId: string; name: string; relationship: string | null; obstacle: Obstacle }[]
}

/** Returns whom an incident of a patient, of a place, or of the installation can be told to at a moment. */
export async function findRecipients(
  ctx: Context,
  db: Db,
  subject: RecipientSubject,
  at: Date,
): Promise<Recipients> {
  return (await findRecipientsByTime(ctx, db, subject)).recipientsAt(at)
}

/** Reads the people once, for several moments. */
export async function findRecipientsByTime(
  ctx: Context,
  db: Db,
  subject: RecipientSubject,
): Promise<RecipientsByTime> {
  const rows = await listRecipients(db, subject)
  return {
    recipientsAt: (at) => recipientsAt(rows, at, ctx.timeZone.current()),
    unreachable: rows.flatMap((row) => {
      const { userId, name, priority, relationship } = row
      const obstacle = obstacleOf(row)
      return userId && name && priority !== null && obstacle ? [{ userId, name, relationship, obstacle }] : []
    }),
  }
}

function obstacleOf({ isActive, hasPassword, contacts }: RecipientRow): Obstacle | undefined {
  if (!isActive) return 'INACTIVE'
  if (!hasPassword) return 'INVITED'
  return contacts.length === 0 ? 'NO_CONTACT' : undefined
}

function recipientsAt(rows: RecipientRow[], at: Date, timeZone: string): Recipients {
  const recipients: Recipients = { caregivers: [], admins: [], webhooks: [] }
  for (const row of rows) {
    const { userId, name, priority, kind, relationship, helps, contacts, isActive, hasPassword } = row
    if (userId === null || name === null) {
      recipients.webhooks.push(...contacts.map(({ id }) => ({ id })))
    } else if (priority === null) {
      recipients.admins.push({ userId, name, kind, relationship, helps, onDuty: true, contacts })
    } else if (isActive && hasPassword) {
      const onDuty = isOnDuty(dutyOf(row), at, timeZone)
      const caregiver = { userId, name, kind, relationship, helps, priority, onDuty, contacts }
      recipients.caregivers.push(caregiver)
    }
  }
  return recipients
}

/**
 * Leaves out those who need not be told, because they are going. Whoever can be on it is told all the same:
 * a second person whose first one has left must know.
 */
export function withoutGoing(recipients: Recipients, ids: readonly string[]): Recipients {
  const isLeft = ({ userId, helps }: Person) => helps || !ids.includes(userId)
  const { caregivers, admins } = recipients
  return { ...recipients, caregivers: caregivers.filter(isLeft), admins: admins.filter(isLeft) }
}

/** The rota of the teams through which the caregiver has the patient, or else their own hours. */
function dutyOf({ rota, onDuty, hours }: RecipientRow): Duty {
  if (rota) return { onDuty: true, hours: rota }
  return onDuty === null ? alwaysOnDuty : { onDuty, hours }
}
