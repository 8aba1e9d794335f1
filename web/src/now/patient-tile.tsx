import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { PatientOverview } from '../api/queries.ts'
import { useFormats } from '../i18n/formats.ts'
import { Tag, type TagProps } from '../ui/tag.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'

export interface PatientTileProps {
  patient: PatientOverview
  /** Somebody may be in danger, and nobody has answered. */
  isUrgent: boolean
}

/**
 * PatientTile is how a patient is doing, in a few words, with the age of what it says. It is drawn again when its own
 * patient changes, not with every event of the house.
 */
export const PatientTile = memo(function PatientTile({ patient, isUrgent }: PatientTileProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { patientId, name, lastReadingAt, battery } = patient
  return (
    <li>
      <Link to="/patients/$patientId" params={{ patientId }} className="card patient-tile">
        <span className="patient-tile-name">{name}</span>
        <StatusTag patient={patient} isUrgent={isUrgent} />
        <span className="muted patient-tile-facts">
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

const tones: Record<PatientOverview['status'], NonNullable<TagProps['tone']>> = {
  INCIDENT: 'accent',
  SILENT: 'caution',
  LOW_BATTERY: 'caution',
  NO_DEVICE: 'neutral',
  FINE: 'good',
}

function StatusTag({ patient: { status, since }, isUrgent }: PatientTileProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  // The overview follows an incident within a minute; the incident itself is known at once.
  if (isUrgent) return <Tag tone="urgent">{t('now.tile.urgent')}</Tag>
  const text =
    status === 'SILENT' && since
      ? t('now.tile.silentSince', { time: formats.time(new Date(since)) })
      : t(`now.tile.${status}`)
  return <Tag tone={tones[status]}>{text}</Tag>
}
