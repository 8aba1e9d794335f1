import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { named } from '../incident/named.ts'
import { relativesQuery } from '../patient/patient-queries.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SelectField } from '../ui/select-field.tsx'

type Relatives = Schema<'PatientRelatives'>

const answers = ['auto', 'yes', 'no'] as const
type Answer = (typeof answers)[number]
const settingOf: Record<Answer, boolean | null> = { auto: null, yes: true, no: false }

/** What an admin decides for the relatives of a patient; a choice is saved at once. */
export function PatientRelatives({ patientId }: { patientId: string }) {
  const { t } = useTranslation()
  // Few patients have other rules than those of all: they are read when somebody asks.
  const [isShown, setShown] = useState(false)
  const query = useQuery({ ...relativesQuery(patientId), enabled: isShown })
  return (
    <section className="card" aria-labelledby="relatives">
      <h2 id="relatives">{t('patient.relatives.title')}</h2>
      {isShown ? (
        <QueryState query={query}>
          {(relatives) => <RelativesForm patientId={patientId} relatives={relatives} />}
        </QueryState>
      ) : (
        <p>
          <Button onPress={() => setShown(true)}>{t('patient.relatives.show')}</Button>
        </p>
      )}
    </section>
  )
}

function RelativesForm({ patientId, relatives }: { patientId: string; relatives: Relatives }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  // The box is ticked at once, and as it was if that could not be saved.
  const [chosen, setChosen] = useState<boolean>()
  const save = useMutation({
    mutationFn: async (body: { countAsHelpers?: boolean | null; mayManage?: boolean }) => {
      const params = { path: { id: patientId } }
      return (await request(api.PUT('/api/patients/{id}/relatives', { params, body }))).data
    },
    onSuccess: (saved) => {
      client.setQueryData(relativesQuery(patientId).queryKey, saved)
      void client.invalidateQueries({ queryKey: [...keys.patient(patientId), 'escalation'] })
    },
    onSettled: () => setChosen(undefined),
  })
  const { countAsHelpers, areHelpers, mayManage } = relatives
  return (
    <>
      {relatives.relatives.length === 0 ? (
        <p className="muted">{t('patient.relatives.none')}</p>
      ) : (
        <ul>
          {relatives.relatives.map((person) => (
            <li key={person.id}>{named(person, '')}</li>
          ))}
        </ul>
      )}
      <SelectField<Answer>
        label={t('patient.relatives.helpers')}
        description={t(areHelpers ? 'patient.relatives.areHelpers' : 'patient.relatives.areNotHelpers')}
        value={countAsHelpers === null ? 'auto' : countAsHelpers ? 'yes' : 'no'}
        options={answers.map((value) => ({ value, label: t(`patient.relatives.helpersOptions.${value}`) }))}
        disabled={save.isPending}
        onChange={(value) => save.mutate({ countAsHelpers: settingOf[value] })}
      />
      <Choice
        checked={chosen ?? mayManage}
        disabled={save.isPending}
        onChange={(isChosen) => {
          setChosen(isChosen)
          save.mutate({ mayManage: isChosen })
        }}
      >
        {t('patient.relatives.mayManage')}
      </Choice>
      <p role="status" className={save.isSuccess ? undefined : 'visually-hidden'}>
        {save.isSuccess && t('patient.saved')}
      </p>
      <ErrorNotice error={save.error} />
    </>
  )
}
