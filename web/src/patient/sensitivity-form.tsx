import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { Choice } from '../ui/choice.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { monitoringQuery } from './patient-queries.ts'

type Sensitivity = Schema<'PatientDetection'>['sensitivity']

const sensitivities = ['high', 'normal', 'low'] as const

/** How easily motion raises an alarm; a choice is saved at once. */
export function SensitivityForm({ patientId, sensitivity }: { patientId: string; sensitivity: Sensitivity }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: async (chosen: Sensitivity) => {
      const [params, body] = [{ path: { id: patientId } }, { sensitivity: chosen }]
      return (await request(api.PUT('/api/patients/{id}/detection', { params, body }))).data
    },
    onSuccess: (saved) =>
      client.setQueryData(monitoringQuery(patientId).queryKey, (known) => known && { ...known, ...saved }),
  })
  return (
    <section className="card" aria-labelledby="sensitivity">
      <h2 id="sensitivity">{t('patient.sensitivity.title')}</h2>
      <div role="radiogroup" aria-labelledby="sensitivity">
        {sensitivities.map((each) => (
          <Choice
            key={each}
            type="radio"
            name="sensitivity"
            checked={(save.isPending ? save.variables : sensitivity) === each}
            onChange={() => save.mutate(each)}
          >
            {t(`patient.sensitivity.${each}`)}
          </Choice>
        ))}
      </div>
      <p role="status" className={save.isSuccess ? undefined : 'visually-hidden'}>
        {save.isSuccess && t('patient.saved')}
      </p>
      <ErrorNotice error={save.error} />
    </section>
  )
}
