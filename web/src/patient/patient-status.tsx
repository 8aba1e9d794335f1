import { useTranslation } from 'react-i18next'
import type { PatientOverview } from '../api/queries.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { StatusTag, useUrgentPatients } from '../now/status-tag.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'
import './patient-status.css'

/** PatientStatus says how a patient is doing, since when, and how old that knowledge is. */
export function PatientStatus({ patient }: { patient: PatientOverview }) {
  const { t } = useTranslation()
  const isLost = useLiveStatus().state === 'lost'
  const isUrgent = useUrgentPatients().has(patient.patientId)
  const { status, since, lastReadingAt } = patient
  return (
    <p className={isLost ? 'patient-status patient-status-old' : 'patient-status'}>
      <StatusTag patient={patient} isUrgent={isUrgent} isOld={isLost} />
      {since && status !== 'SILENT' && (
        <span>
          {t('patient.since')} <TimeAgo at={since} />
        </span>
      )}
      <span className="muted">
        {lastReadingAt ? (
          <>
            {t('now.tile.lastSeen')} <TimeAgo at={lastReadingAt} />
          </>
        ) : (
          t('now.tile.neverSeen')
        )}
      </span>
    </p>
  )
}
