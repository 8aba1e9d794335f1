import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { usePlaceText } from '../ui/place.ts'
import { TimeAgo } from '../ui/time-ago.tsx'
import { StatusTag, type StatusTagProps } from './status-tag.tsx'

export type PatientTileProps = Omit<StatusTagProps, 'isOld'>

/**
 * How a patient is doing, in a few words, with the age of what it says. It is drawn again when its own
 * patient changes, not with every event of the house.
 */
export const PatientTile = memo(function PatientTile({ patient, isUrgent }: PatientTileProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { patientId, name, lastReadingAt, battery } = patient
  const place = usePlaceText()(patient)
  return (
    <li>
      <Link to="/patients/$patientId" params={{ patientId }} className="card patient-tile">
        <span className="patient-tile-name">{name}</span>
        <StatusTag patient={patient} isUrgent={isUrgent} />
        <span className="muted patient-tile-facts">
          {place && <span>{place}</span>}
          <span>
            {lastReadingAt ? (
              <>
                {t('now.tile.lastSeen')} <TimeAgo at={lastReadingAt} />
              </>
            ) : (
              t('now.tile.neverSeen')
            )}
          </span>
          {battery !== null && (
            <span>{t('now.tile.battery', { percent: formats.percent(battery / 100) })}</span>
          )}
        </span>
      </Link>
    </li>
  )
})
