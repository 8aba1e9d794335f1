import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { Choice } from '../ui/choice.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { sensitivityQuery } from './patient-queries.ts'

const sensitivities = ['high', 'normal', 'low'] as const

/** SensitivityForm is how easily motion raises an alarm; a choice is saved at once. */
export function SensitivityForm({ patientId }: { patientId: string }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const client = useQueryClient()
  const query = sensitivityQuery(patientId)
  const detection = useQuery(query)
  const save = useMutation({
    mutationFn: async (sensitivity: Schema<'PatientDetection'>['sensitivity']) => {
      const params = { path: { id: patientId } }
      return (await request(api.PUT('/api/patients/{id}/detection', { params, body: { sensitivity } }))).data
    },
    onSuccess: (saved) => client.setQueryData(query.queryKey, saved),
  })
  return (
    <section className="card" aria-labelledby="sensitivity">
      <h2 id="sensitivity">{t('patient.sensitivity.title')}</h2>
      <QueryState query={detection}>
        {({ sensitivity }) => (
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
        )}
      </QueryState>
      <p role="status" className={save.isSuccess ? undefined : 'visually-hidden'}>
        {save.isSuccess && t('patient.saved')}
      </p>
      {save.isError && (
        <Notice tone="caution" isAlert>
          {errorText(save.error)}
        </Notice>
      )}
    </section>
  )
}
