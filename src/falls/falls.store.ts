import type { Db } from '../db/database.ts'
import type { Motion, Vector } from '../detection/motion.ts'
import type { FallLevel } from './fall-level.ts'

export interface NewFall {
  id: string
  userId: string
  deviceId: string
  confidence: number
  status: FallLevel
  motion: Motion
  late: boolean
  createdAt: Date
}

export async function insertFall(db: Db, fall: NewFall): Promise<void> {
  await db.query(
    `insert into falls (id, user_id, device_id, confidence, status, accel, gyro, late, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [
      fall.id,
      fall.userId,
      fall.deviceId,
      fall.confidence,
      fall.status,
      vector(fall.motion.accel),
      vector(fall.motion.gyro),
      fall.late,
      fall.createdAt,
    ],
  )
}

const vector = (values: Vector) => [...values]

/** findFallNear gives the fall that a device felt within so many milliseconds of a time. */
export async function findFallNear(db: Db, deviceId: string, at: Date, milliseconds: number) {
  const [fall] = await db.query<{ id: string; confidence: number }>(
    `select id, confidence from falls
     where device_id = $1 and created_at between $2 and $3
     order by created_at desc limit 1
     for update`,
    [deviceId, new Date(at.getTime() - milliseconds), new Date(at.getTime() + milliseconds)],
  )
  return fall
}

export interface StrongerEvidence {
  id: string
  confidence: number
  status: FallLevel
  motion: Motion
  at: Date
}

export async function raiseFall(
  db: Db,
  { id, confidence, status, motion, at }: StrongerEvidence,
): Promise<void> {
  await db.query(
    'update falls set confidence = $2, status = $3, accel = $4, gyro = $5, updated_at = $6 where id = $1',
    [id, confidence, status, vector(motion.accel), vector(motion.gyro), at],
  )
}

/** countRecentFalls counts what was likely a fall or worse. */
export async function countRecentFalls(db: Db, userId: string, since: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from falls
     where user_id = $1 and created_at > $2 and status in ('POTENTIAL', 'HIGH', 'CONFIRMED')`,
    [userId, since],
    'count-recent-falls',
  )
  return row?.count ?? 0
}
