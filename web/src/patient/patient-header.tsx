import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { overviewQuery } from '../api/queries.ts'
import { useFormats } from '../i18n/formats.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { useNow } from '../ui/now.ts'
import { usePlaceText } from '../ui/place.ts'
import { PatientStatus } from './patient-status.tsx'

/** Who it is and how they are doing now, on every tab. */
export function PatientHeader({ patient }: { patient: Schema<'Patient'> }) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const formats = useFormats()
  const now = useNow()
  const { data: overview } = useQuery(overviewQuery)
  const status = overview?.find(({ patientId }) => patientId === patient.id)
  const { dateOfBirth } = patient
  return (
    <header className="patient-header">
      <ScreenTitle>{`${patient.firstName} ${patient.lastName}`}</ScreenTitle>
      {status && placeText(status) && <p>{placeText(status)}</p>}
      {status && <PatientStatus patient={status} />}
      {dateOfBirth && (
        <p className="muted">
          {t('patient.age', {
            count: ageAt(dateOfBirth, now),
            // A date without a time is the same day everywhere.
            date: formats.date(new Date(`${dateOfBirth}T12:00`)),
          })}
        </p>
      )}
      <p className="row">
        {status?.openIncidentId && (
          <ButtonLink
            look="primary"
            to="/incidents/$incidentId"
            params={{ incidentId: status.openIncidentId }}
          >
            {t('patient.openIncident')}
          </ButtonLink>
        )}
        <ButtonLink to="/patients/$patientId/falls/new" params={{ patientId: patient.id }}>
          {t('fallRecord.report')}
        </ButtonLink>
      </p>
    </header>
  )
}

/** The age in whole years of somebody born on a date such as 1941-05-17. */
function ageAt(dateOfBirth: string, now: Date): number {
  const [year = 0, month = 1, day = 1] = dateOfBirth.split('-').map(Number)
  const isBeforeBirthday = now.getMonth() + 1 < month || (now.getMonth() + 1 === month && now.getDate() < day)
  return now.getFullYear() - year - (isBeforeBirthday ? 1 : 0)
}
