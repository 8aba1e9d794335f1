export interface PersonName {
  id: string
  /** Null after the account was deleted. */
  name: string | null
}

/** The SQL of the name of the person, or of the station, who handles an incident. */
export const handlerName = `coalesce(handler.first_name || ' ' || handler.last_name,
  (select name from stations where stations.id = coalesce(incidents.acknowledged_by, incidents.resolved_by)))`
