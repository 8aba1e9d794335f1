import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keys } from '../api/keys.ts'
import { onLiveEvent } from '../live/live-events.ts'

/** Reads again what changed of a patient: their signs after new readings, their falls after an incident. */
export function useLivePatient(patientId: string): void {
  const client = useQueryClient()
  useEffect(() => {
    let lastReadingAt: string | null | undefined
    const readAgain = (...parts: string[]) => {
      for (const part of parts)
        void client.invalidateQueries({ queryKey: [...keys.patient(patientId), part] })
    }
    return onLiveEvent((event) => {
      if (event.type === 'patients.seen') {
        const seen = event.data.patients.find((patient) => patient.patientId === patientId)
        if (seen && seen.lastReadingAt !== lastReadingAt) {
          readAgain('health', 'series')
          // When a device was last seen is no event of its own.
          void client.invalidateQueries({ queryKey: [...keys.devices, 'of', patientId] })
        }
        lastReadingAt = seen?.lastReadingAt
      } else if (event.type === 'incident.opened' || event.type === 'incident.changed') {
        if (event.data.patientId === patientId) readAgain('health', 'falls')
      }
    })
  }, [client, patientId])
}
