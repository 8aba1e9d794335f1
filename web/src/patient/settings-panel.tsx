import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../shell/use-me.ts'
import { Notice } from '../ui/notice.tsx'
import { Loading, QueryState } from '../ui/query-state.tsx'
import { EscalationPreview } from './escalation-preview.tsx'
import { MonitoringForm } from './monitoring-form.tsx'
import { monitoringQuery } from './patient-queries.ts'
import { SensitivityForm } from './sensitivity-form.tsx'
import { useMayManage } from './use-may-manage.ts'
import { WatchForm } from './watch-form.tsx'

/** Only admins change the policies. */
const PatientPolicies = lazy(async () => {
  const { PatientPolicies } = await import('../admin/patient-policies.tsx')
  return { default: PatientPolicies }
})

const PatientRelatives = lazy(async () => {
  const { PatientRelatives } = await import('../admin/patient-relatives.tsx')
  return { default: PatientRelatives }
})

/** When an alarm is raised for the patient, and who hears of it. */
export function SettingsPanel({ patientId }: { patientId: string }) {
  const { t } = useTranslation()
  const isAdmin = useMe().role === 'ADMIN'
  const mayManage = useMayManage(patientId)
  const monitoring = useQuery({ ...monitoringQuery(patientId), enabled: mayManage })
  return (
    <>
      <EscalationPreview patientId={patientId} />
      {!mayManage && <Notice>{t('patient.relatives.staffOnly')}</Notice>}
      {mayManage && (
        <QueryState query={monitoring}>
          {(data) => (
            <>
              <SensitivityForm patientId={patientId} sensitivity={data.sensitivity} />
              <section className="card" aria-labelledby="monitoring">
                <h2 id="monitoring">{t('patient.monitoring.title')}</h2>
                <MonitoringForm patientId={patientId} monitoring={data} />
              </section>
              <section className="card" aria-labelledby="watch">
                <h2 id="watch">{t('patient.watch.title')}</h2>
                <WatchForm patientId={patientId} monitoring={data} />
              </section>
            </>
          )}
        </QueryState>
      )}
      {isAdmin && (
        <Suspense fallback={<Loading />}>
          <PatientRelatives patientId={patientId} />
          <PatientPolicies patientId={patientId} />
        </Suspense>
      )}
    </>
  )
}
