import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { overviewQuery, type PatientOverview } from '../api/queries.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { StatusTag, useUrgentPatients } from '../now/status-tag.tsx'
import { Checked, useIsOld } from '../ui/freshness.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'
import '../ui/maybe-old.css'
import './patient-status.css'

/** Says how a patient is doing, since when, and how old that knowledge is. */
export function PatientStatus({ patient }: { patient: PatientOverview }) {
  const { t } = useTranslation()
  const { dataUpdatedAt } = useQuery(overviewQuery)
  const isOld = useIsOld(dataUpdatedAt)
  const isLost = useLiveStatus().state === 'lost' || isOld
  const isUrgent = useUrgentPatients().has(patient.patientId)
  const { status, since, lastReadingAt } = patient
  return (
    <div className={isLost ? 'patient-status patient-status-old' : 'patient-status'}>
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
      {isOld && <Checked readAtMs={dataUpdatedAt} />}
    </div>
  )
}
