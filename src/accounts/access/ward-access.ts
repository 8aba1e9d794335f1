/**
 * Who may see what belongs to a ward instead of a person, such as the incident of a door. `table` has the columns `ward`
 * and `site`; what has no ward is seen by nobody through these conditions.
 */

/** The SQL condition for a caregiver in a team of the ward. */
export const isInTeamOfWard = (caregiverId: string, table: string) => `exists (
  select from ward_care where ward_care.caregiver_id = ${caregiverId}
    and ward_care.ward = lower(${table}.ward) and ward_care.site = lower(coalesce(${table}.site, '')))`

/** The SQL condition for a station in the ward. */
export const isStationOfWard = (stationId: string, table: string) => `exists (
  select from ward_stations where ward_stations.station_id = ${stationId}
    and ward_stations.ward = lower(${table}.ward) and ward_stations.site = lower(coalesce(${table}.site, '')))`
