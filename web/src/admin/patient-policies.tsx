import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { Button } from '../ui/button.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { patientEscalationQuery } from './assign-api.ts'
import { PolicyCard } from './policy-card.tsx'
import { bySeverity } from './severities.ts'

/** Shows and changes who is notified of the incidents of one patient. */
export function PatientPolicies({ patientId }: { patientId: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  // Few patients have policies of their own: they are read when somebody asks.
  const [isShown, setShown] = useState(false)
  const query = useQuery({ ...patientEscalationQuery(patientId), enabled: isShown })
  return (
    <>
      <h2>{t('admin.escalation.ofPatient')}</h2>
      <p className="muted">{t('admin.escalation.ofPatientAbout')}</p>
      {!isShown && (
        <p>
          <Button onPress={() => setShown(true)}>{t('admin.escalation.showOfPatient')}</Button>
        </p>
      )}
      {isShown && (
        <QueryState query={query}>
          {({ policies }) =>
            bySeverity(policies).map(({ severity, source, policy }) => (
              <PolicyCard
                key={severity}
                severity={severity}
                policy={policy}
                origin={source === 'PATIENT' ? undefined : t(`admin.escalation.sources.${source}`)}
                resetText={t('admin.escalation.resetPatient')}
                onSave={async (changed) => {
                  const params = { path: { id: patientId } }
                  const body = { severity, policy: changed }
                  const { data } = await request(api.PUT('/api/patients/{id}/escalation', { params, body }))
                  client.setQueryData(patientEscalationQuery(patientId).queryKey, data)
                  await client.invalidateQueries({ queryKey: [...keys.patient(patientId), 'escalation'] })
                }}
              />
            ))
          }
        </QueryState>
      )}
    </>
  )
}
