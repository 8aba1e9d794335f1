import { type Place, placeJson } from '../../accounts/residences/place.ts'
import { type FallSource, fallSource, responseTime } from '../../alerting/falls/fall-item.ts'
import type { IncidentState, Outcome } from '../../alerting/model/incident.ts'
import { type FallLevel, isLikely } from '../../detection/levels/fall-level.ts'
import type { Db } from '../../platform/db/database.ts'

export interface FhirPerson {
  email: string | null
  residence: Place | null
}

export async function findPerson(db: Db, id: string): Promise<FhirPerson> {
  const [row] = await db.query<FhirPerson>(
    `select email, ${placeJson} as residence
     from users left join residences on patient_id = users.id where users.id = $1`,
    [id],
  )
  return row ?? { email: null, residence: null }
}

/** A fall from POTENTIAL on, with what became of its incident. */
export interface FhirFall {
  id: string
  at: Date
  updatedAt: Date
  /** The exact time: a Date would round it. */
  microseconds: number
  level: FallLevel
  source: FallSource
  location: string | null
  injuries: string | null
  deviceId: string | null
  state: IncidentState | null
  outcome: Outcome | null
  responseSeconds: number | null
}

export interface FallPage {
  from: Date
  to: Date
  after: { microseconds: number; id: string }
  limit: number
}

/** Returns falls of a patient, oldest first. */
export function listFallsAfter(
  db: Db,
  patientId: string,
  { from, to, after, limit }: FallPage,
): Promise<FhirFall[]> {
  return db.query(
    `select falls.id, falls.created_at as at, (extract(epoch from falls.created_at) * 1e6)::float8 as microseconds, falls.status as level,
            ${fallSource} as source, falls.location,
            greatest(falls.updated_at, result.resolved_at) as "updatedAt",
            coalesce(result.injuries, falls.injuries) as injuries, falls.device_id as "deviceId",
            result.state, result.outcome, ${responseTime} as "responseSeconds"
     from falls left join incident_results as result on result.id = falls.incident_id
     where falls.user_id = $1 and falls.created_at >= $2 and falls.created_at < $3 and ${isLikely}
       and (falls.created_at, falls.id) > ('epoch'::timestamptz + $4::float8 * interval '1 microsecond', $5::uuid)
     order by falls.created_at, falls.id limit $6`,
    [patientId, from, to, after.microseconds, after.id, limit],
  )
}
