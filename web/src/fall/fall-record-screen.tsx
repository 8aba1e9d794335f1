import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, request, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { keys } from '../api/keys.ts'
import { useFormats } from '../i18n/formats.ts'
import { named } from '../incident/named.ts'
import { useStanding } from '../incident/use-standing.ts'
import { serviceTime } from '../live/service-clock.ts'
import { useMayManage } from '../patient/use-may-manage.ts'
import { DeadEnd, isUnknown } from '../shell/dead-end.tsx'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { useDraft } from '../shell/use-draft.ts'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { usePlaceText } from '../ui/place.ts'
import { QueryState } from '../ui/query-state.tsx'
import { FallFields } from './fall-fields.tsx'
import { FallHistory } from './fall-history.tsx'
import { bodyOf, type FallValues, isTime, valuesOf } from './fall-values.ts'
import { useFallWords } from './fall-words.ts'
import '../report/report.css'
import './fall-record.css'

type Record = Schema<'FallRecord'>

const recordKey = (fallId: string) => ['fall-record', fallId]

const recordQuery = (fallId: string) =>
  queryOptions({
    queryKey: recordKey(fallId),
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/falls/{id}/record', { signal, params: { path: { id: fallId } } }))).data,
  })

/** What was documented of a fall, to read, change and print. */
export function FallRecordScreen() {
  const { t } = useTranslation()
  const { fallId = '' } = useParams({ strict: false })
  const record = useQuery(recordQuery(fallId))
  if (isUnknown(record.error))
    return <DeadEnd title={t('fallRecord.unknown.title')} text={t('fallRecord.unknown.text')} />
  return <QueryState query={record}>{(data) => <FallRecord record={data} />}</QueryState>
}

function FallRecord({ record }: { record: Record }) {
  const { t } = useTranslation()
  const isCaring = useMe().role !== 'PATIENT'
  const mayChange = useMayChange(record) && isCaring
  // What nobody has documented yet is there to be documented.
  const [isEditing, setEditing] = useState(mayChange && record.versions.length === 0)
  const title = t('fallRecord.titleOf', { name: record.patientName })
  return (
    <article className="stack report fall-record">
      <ScreenTitle>{title}</ScreenTitle>
      <RecordHead record={record} />
      {isEditing ? (
        <RecordForm record={record} onClose={() => setEditing(false)} />
      ) : (
        <>
          <div className="row report-controls">
            {mayChange && (
              <Button look="primary" onPress={() => setEditing(true)}>
                {t(record.versions.length === 0 ? 'fallRecord.document' : 'fallRecord.change')}
              </Button>
            )}
            {isCaring && !mayChange && <p className="muted">{t('fallRecord.staffOnly')}</p>}
            <Button onPress={() => window.print()}>{t('report.print')}</Button>
            {record.incidentId && (
              <ButtonLink to="/incidents/$incidentId" params={{ incidentId: record.incidentId }}>
                {t('fallRecord.toIncident')}
              </ButtonLink>
            )}
          </div>
          {record.versions.length === 0 && <Notice tone="neutral">{t('fallRecord.undocumented')}</Notice>}
          <RecordFacts record={record} />
          <FallHistory versions={record.versions} />
          <p className="fall-signature">{t('fallRecord.signature')}</p>
        </>
      )}
    </article>
  )
}

/** useMayChange: relatives do not change what others have written, unless they help, or an admin allows it. */
function useMayChange({ patientId, versions }: Record): boolean {
  const me = useMe()
  const isRelative = useStanding(patientId) === 'RELATIVE'
  const mayManage = useMayManage(patientId)
  const isOwn = versions.every(({ by }) => by.id === me.id)
  return !isRelative || mayManage || isOwn
}

/** Whose fall it was, and how it became known. */
function RecordHead({ record }: { record: Record }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const placeText = usePlaceText()
  const { dateOfBirth, reportedBy } = record
  const place = placeText(record)
  const source =
    record.source === 'DETECTED'
      ? t('fallRecord.detected')
      : record.source === 'DEVICE_VERDICT'
        ? t('fallRecord.byDevice')
        : reportedBy
          ? t('fallRecord.reportedBy', { name: named(reportedBy, t('incident.who.deleted')) })
          : t('fallRecord.reportedSelf')
  return (
    <p>
      {[
        place,
        dateOfBirth && t('fallRecord.born', { date: formats.date(new Date(`${dateOfBirth}T12:00`)) }),
        source,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}

/** Has a line for each thing that must be documented, also for what nobody has said: a gap is to be seen. */
function RecordFacts({ record }: { record: Record }) {
  const { t } = useTranslation()
  const { fields, wordsOf } = useFallWords()
  return (
    <dl className="card fall-facts">
      {fields.map((field) => {
        const words = wordsOf(field, record)
        return (
          <div key={field}>
            <dt>{t(`fallRecord.${field}`)}</dt>
            <dd className={words ? undefined : 'muted'} dir="auto">
              {words ?? t('fallRecord.notSaid')}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function RecordForm({ record, onClose }: { record: Record; onClose(): void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const client = useQueryClient()
  const { fallId } = record
  // What was typed stays when somebody else changes the record meanwhile.
  const [begun] = useState(record.versions.length)
  const [draft, setDraft] = useDraft(`record ${fallId} ${begun}`)
  const values: FallValues = draft ? JSON.parse(draft) : valuesOf(record)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isWrongTime = !isTime(values.occurredAt, serviceTime())

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending || isWrongTime) return
    setPending(true)
    setProblem(undefined)
    try {
      const params = { path: { id: fallId } }
      const body = { ...bodyOf(values, record), version: record.versions.length }
      const { data } = await request(api.PUT('/api/falls/{id}/record', { params, body }))
      setDraft('')
      client.setQueryData(recordKey(fallId), data)
      void client.invalidateQueries({ queryKey: keys.patient(record.patientId) })
      onClose()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'FALL_RECORD_CHANGED')
        await client.invalidateQueries({ queryKey: recordKey(fallId) })
      setProblem(errorText(error))
      setPending(false)
    }
  }

  return (
    <form className="stack fall-form" onSubmit={(event) => void submit(event)} noValidate>
      <FallFields
        values={values}
        onChange={(changed) => setDraft(JSON.stringify(changed))}
        isTimeFixed={record.source === 'DETECTED'}
        timeProblem={isWrongTime ? t('fallRecord.wrongTime') : undefined}
      />
      {problem && (
        <Notice tone="caution" isAlert>
          {problem}
        </Notice>
      )}
      <FormActions
        submitText={t('common.save')}
        size="large"
        isPending={isPending}
        onCancel={() => {
          setDraft('')
          onClose()
        }}
      />
      {record.versions.length > begun && <FallHistory versions={record.versions} />}
    </form>
  )
}
