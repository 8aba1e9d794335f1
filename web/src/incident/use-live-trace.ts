import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keys } from '../api/keys.ts'
import { onLiveEvent } from '../live/live-events.ts'
import { serviceTime } from '../live/service-clock.ts'
import type { Incident } from './incident.ts'
import { traceQuery } from './incident-queries.ts'

/** Readings that are sent as they are made have arrived by then. */
const arrivedAfterMs = 2 * 60_000
/** Devices send a reading a second; a trace that ends earlier misses some. */
const gapMs = 2000

/**
 * The trace of a fall, which is read again as long as readings may be missing: when the incident changes, and
 * when its patient was heard since.
 */
export function useLiveTrace({ id, patientId, deviceId }: Incident, fallId: string) {
  const client = useQueryClient()
  const query = useQuery(traceQuery(fallId))
  const { data: trace, dataUpdatedAt } = query
  const last = trace?.readings.at(-1)?.timestamp
  const endMs = Date.parse(trace?.to ?? '')
  // What a person reports has no readings.
  const isComplete =
    deviceId === null ||
    (serviceTime(dataUpdatedAt).getTime() > endMs + arrivedAfterMs && Date.parse(last ?? '') > endMs - gapMs)

  useEffect(() => {
    if (isComplete) return
    return onLiveEvent((event) => {
      const isNew =
        event.type === 'patients.seen'
          ? event.data.patients.some(
              (seen) => seen.patientId === patientId && (seen.lastReadingAt ?? '') > (last ?? ''),
            )
          : 'id' in event.data && event.data.id === id
      if (isNew) void client.invalidateQueries({ queryKey: keys.trace(fallId) })
    })
  }, [client, id, patientId, fallId, last, isComplete])
  return query
}
