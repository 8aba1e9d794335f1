import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { keys } from '../api/keys.ts'
import { unresolvedQuery } from '../api/queries.ts'
import { useStanding } from '../incident/use-standing.ts'
import { serviceTime } from '../live/service-clock.ts'
import { patientQuery } from '../patient/patient-queries.ts'
import { DeadEnd, isUnknown } from '../shell/dead-end.tsx'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { useDraft } from '../shell/use-draft.ts'
import { FormActions } from '../ui/form-actions.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { FallFields } from './fall-fields.tsx'
import { bodyOf, type FallValues, isTime, noValues } from './fall-values.ts'

/** For a fall that somebody saw, or after which they found the patient. */
export function ReportFallScreen() {
  const { t } = useTranslation()
  const { patientId = '' } = useParams({ strict: false })
  const patient = useQuery(patientQuery(patientId))
  if (isUnknown(patient.error))
    return <DeadEnd title={t('patient.unknown.title')} text={t('patient.unknown.text')} />
  return (
    <QueryState query={patient}>
      {({ firstName, lastName }) => <ReportFall patientId={patientId} name={`${firstName} ${lastName}`} />}
    </QueryState>
  )
}

function ReportFall({ patientId, name }: { patientId: string; name: string }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [draft, setDraft] = useDraft(`fall ${patientId}`)
  const [first] = useState(() => noValues(serviceTime()))
  const values: FallValues = draft ? JSON.parse(draft) : first
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isWrongTime = !isTime(values.occurredAt, serviceTime())
  const [isChecked, setChecked] = useState(false)
  const isRelative = useStanding(patientId) === 'RELATIVE'

  async function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (isPending || isWrongTime) return
    setPending(true)
    setProblem(undefined)
    try {
      const { data } = await request(
        api.POST('/api/patients/{id}/falls', { params: { path: { id: patientId } }, body: bodyOf(values) }),
      )
      setDraft('')
      void client.invalidateQueries({ queryKey: keys.patient(patientId) })
      void client.invalidateQueries({ queryKey: keys.unresolved })
      if (data.incidentId)
        await navigate({
          ...{ to: '/incidents/$incidentId', params: { incidentId: data.incidentId }, replace: true },
        })
    } catch (error) {
      setProblem(errorText(error))
      setPending(false)
    }
  }

  return (
    <div className="stack fall-form">
      <ScreenTitle>{t('fallRecord.reportOf', { name })}</ScreenTitle>
      <KnownAlarm patientId={patientId} />
      <p>{t(isRelative ? 'fallRecord.explainRelative' : 'fallRecord.explain')}</p>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <FallFields
          values={values}
          onChange={(changed) => setDraft(JSON.stringify(changed))}
          timeProblem={isChecked && isWrongTime ? t('fallRecord.wrongTime') : undefined}
        />
        {problem && (
          <Notice tone="caution" isAlert>
            {problem}
          </Notice>
        )}
        <FormActions
          submitText={t('fallRecord.submit')}
          size="large"
          isPending={isPending}
          onCancel={() => {
            setDraft('')
            void navigate({ to: '/patients/$patientId', params: { patientId } })
          }}
        />
      </form>
    </div>
  )
}

/** KnownAlarm: a fall that a device has detected is documented, not reported once more. */
function KnownAlarm({ patientId }: { patientId: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(unresolvedQuery)
  const known = data?.find((incident) => incident.patientId === patientId && incident.kind === 'FALL')
  if (!known?.fallId) return null
  return (
    <Notice tone="caution">
      <p>{t('fallRecord.known')}</p>
      <p>
        <ButtonLink to="/falls/$fallId/record" params={{ fallId: known.fallId }}>
          {t('fallRecord.documentKnown')}
        </ButtonLink>
      </p>
    </Notice>
  )
}
