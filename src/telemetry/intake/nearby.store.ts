import type { Db } from '../../platform/db/database.ts'
import type { DeviceKind } from '../devices/device.ts'

/** What one source has heard of one device since it was last written. */
export interface Sighting {
  sourceId: string
  address: string
  externalId: string
  adapter: string
  suggestedKind: DeviceKind
  lastMessage: string
  at: Date
  count: number
}

/** What a list shows. */
export interface NearbyDevice {
  source: { id: string; name: string | null }
  externalId: string
  adapter: string
  suggestedKind: DeviceKind
  lastMessage: string
  lastSeenAt: Date
  count: number
  /** The device that has this id already, but belongs to another source, or to none. */
  deviceId: string | null
}

/** What a source can fill: a flood there leaves room for what others see. */
const maxPerSource = 100

export async function saveSightings(tx: Db, sightings: readonly Sighting[]): Promise<void> {
  const column = <Key extends keyof Sighting>(key: Key) => sightings.map((sighting) => sighting[key])
  await tx.query(
    `insert into intake_nearby as known
       (source, address, external_id, adapter, suggested_kind, last_message, first_seen_at, last_seen_at, count)
     select source, address, external_id, adapter, kind, message, at, at, count
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::int[])
       as seen (source, address, external_id, adapter, kind, message, at, count)
     where exists (select from intake_sources where id = source)
     on conflict (source, address) do update set
       external_id = excluded.external_id, adapter = excluded.adapter, last_message = excluded.last_message,
       -- A sign of life says less than what it said before.
       suggested_kind = case when excluded.suggested_kind = 'OTHER' then known.suggested_kind
         else excluded.suggested_kind end,
       last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at),
       count = least(known.count::bigint + excluded.count, 2147483647)`,
    [
      column('sourceId'),
      column('address'),
      column('externalId'),
      column('adapter'),
      column('suggestedKind'),
      column('lastMessage'),
      column('at'),
      column('count'),
    ],
  )
}

/** Deletes what was not seen for long, and beyond what a source may fill the oldest of it. */
export async function trimNearby(tx: Db, sourceIds: string[], before: Date): Promise<void> {
  await tx.query('delete from intake_nearby where last_seen_at < $1', [before])
  await tx.query(
    `delete from intake_nearby using (
       select source, address, row_number() over (partition by source order by last_seen_at desc, address) as position
       from intake_nearby where source = any($1)
     ) as ranked
     where intake_nearby.source = ranked.source and intake_nearby.address = ranked.address and position > $2`,
    [sourceIds, maxPerSource],
  )
}

/** Returns what was seen since a time, the newest first, without the devices that the source speaks for. */
export function listNearby(db: Db, since: Date, limit: number): Promise<NearbyDevice[]> {
  return db.query(
    `select json_build_object('id', intake_sources.id, 'name', intake_sources.name) as source,
       intake_nearby.external_id as "externalId", intake_nearby.adapter, suggested_kind as "suggestedKind",
       last_message as "lastMessage", last_seen_at as "lastSeenAt", count, devices.id as "deviceId"
     from intake_nearby
     join intake_sources on intake_sources.id = intake_nearby.source
     left join devices on mac = address
     left join intake_devices on device = number
     where last_seen_at >= $1 and intake_devices.source is distinct from intake_nearby.source
     order by last_seen_at desc, intake_nearby.source, address
     limit $2`,
    [since, limit],
  )
}

export async function deleteSighting(tx: Db, sourceId: string, address: string): Promise<void> {
  await tx.query('delete from intake_nearby where source = $1 and address = $2', [sourceId, address])
}
