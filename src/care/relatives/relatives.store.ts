import type { Db } from '../../platform/db/database.ts'

export interface RelativeSettings {
  /** Null: while no staff is assigned to the patient. */
  countAsHelpers: boolean | null
  mayManage: boolean
}

export interface Relatives extends RelativeSettings {
  areHelpers: boolean
  relatives: { id: string; name: string; relationship: string | null }[]
}

export async function findRelatives(db: Db, patientId: string): Promise<Relatives> {
  const [settings] = await db.query<RelativeSettings>(
    `select count_as_helpers as "countAsHelpers", may_manage as "mayManage"
     from relative_settings where patient_id = $1`,
    [patientId],
  )
  const people = await db.query<Relatives['relatives'][number] & { kind: string }>(
    `select users.id, first_name || ' ' || last_name as name, relationship, kind
     from assignments join users on users.id = caregiver_id
     where patient_id = $1
     order by last_name, first_name, users.id`,
    [patientId],
  )
  const { countAsHelpers, mayManage } = settings ?? { countAsHelpers: null, mayManage: false }
  return {
    countAsHelpers,
    mayManage,
    areHelpers: countAsHelpers ?? !people.some(({ kind }) => kind === 'STAFF'),
    relatives: people.filter(({ kind }) => kind === 'RELATIVE').map(({ kind: _, ...relative }) => relative),
  }
}

export async function saveSettings(
  tx: Db,
  patientId: string,
  { countAsHelpers, mayManage }: RelativeSettings,
): Promise<void> {
  await tx.query(
    `insert into relative_settings (patient_id, count_as_helpers, may_manage) values ($1, $2, $3)
     on conflict (patient_id) do update
       set count_as_helpers = excluded.count_as_helpers, may_manage = excluded.may_manage`,
    [patientId, countAsHelpers, mayManage],
  )
}
