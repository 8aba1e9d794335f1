import type pg from 'pg'

/** The response to a reading that was accepted. */
export interface Acknowledged {
  deviceId: string
  timestamp: string
}

/** Lists the readings that were acknowledged and are not there. */
export async function findLost(client: pg.Client | pg.Pool, acknowledged: Acknowledged[]): Promise<object[]> {
  const { rows } = await client.query(
    `select id, at from unnest($1::uuid[], $2::timestamptz[]) as given (id, at)
     where not exists (
       select from devices join readings on readings.device = devices.number
       where devices.id = given.id and readings.at = given.at
     )`,
    [acknowledged.map(({ deviceId }) => deviceId), acknowledged.map(({ timestamp }) => timestamp)],
  )
  return rows
}
