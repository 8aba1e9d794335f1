import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryState } from '../ui/query-state.tsx'
import { EscalationPreview } from './escalation-preview.tsx'
import { MonitoringForm } from './monitoring-form.tsx'
import { monitoringQuery } from './patient-queries.ts'
import { SensitivityForm } from './sensitivity-form.tsx'

/** SettingsPanel is when an alarm is raised for the patient, and who hears of it. */
export function SettingsPanel({ patientId }: { patientId: string }) {
  const { t } = useTranslation()
  const monitoring = useQuery(monitoringQuery(patientId))
  return (
    <>
      <EscalationPreview patientId={patientId} />
      <SensitivityForm patientId={patientId} />
      <section className="card" aria-labelledby="monitoring">
        <h2 id="monitoring">{t('patient.monitoring.title')}</h2>
        <QueryState query={monitoring}>
          {(data) => <MonitoringForm patientId={patientId} monitoring={data} />}
        </QueryState>
      </section>
    </>
  )
}
