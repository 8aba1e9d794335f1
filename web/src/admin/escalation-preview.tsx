import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useFormats } from '../i18n/formats.ts'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { afterText } from './policy-steps.tsx'
import { type Severity, severities } from './severities.ts'

type User = Schema<'User'>

/** EscalationPreview says who would be notified of an incident of a patient at a time, without notifying anybody. */
export function EscalationPreview() {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [patientId, setPatientId] = useState('')
  const [severity, setSeverity] = useState<Severity>('HIGH')
  const [at, setAt] = useState('')
  const patients = useQuery({
    queryKey: keys.admin('users', 'PATIENT', search),
    queryFn: async ({ signal }) => {
      const query = { role: 'PATIENT' as const, limit: 50, ...(search && { search }) }
      return (await request(api.GET('/api/admin/users', { signal, params: { query } }))).data
    },
    placeholderData: keepPreviousData,
  })
  return (
    <section className="card">
      <h2>{t('admin.escalation.preview')}</h2>
      <p className="muted">{t('admin.escalation.previewAbout')}</p>
      <div className="row">
        <TextField label={t('common.search')} value={search} onChange={setSearch} />
        <SelectField
          label={t('admin.escalation.patient')}
          value={patientId}
          onChange={setPatientId}
          options={[
            { value: '', label: t('admin.escalation.choose') },
            ...(patients.data ?? []).map(toOption),
          ]}
        />
        <SelectField
          label={t('admin.escalation.severity')}
          value={severity}
          onChange={setSeverity}
          options={severities.map((value) => ({ value, label: t(`admin.escalation.severities.${value}`) }))}
        />
        <TextField
          label={t('admin.escalation.previewAt')}
          type="datetime-local"
          value={at}
          onChange={setAt}
        />
      </div>
      {patientId && <PreviewSteps patientId={patientId} severity={severity} at={at} />}
    </section>
  )
}

const toOption = ({ id, firstName, lastName }: User) => ({ value: id, label: `${firstName} ${lastName}` })

function PreviewSteps({ patientId, severity, at }: { patientId: string; severity: Severity; at: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const query = useQuery({
    queryKey: keys.admin('preview', patientId, severity, at),
    queryFn: async ({ signal }) => {
      const params = {
        path: { id: patientId },
        query: { severity, ...(at && { at: new Date(at).toISOString() }) },
      }
      return (await request(api.GET('/api/patients/{id}/escalation/preview', { signal, params }))).data
    },
  })
  return (
    <QueryState query={query}>
      {({ steps, unreachable }) => (
        <>
          <ol className="stack">
            {steps.map(({ afterSeconds, tells }) => (
              <li key={afterSeconds}>
                <strong>{afterText(t, afterSeconds)}</strong>
                {': '}
                {formats.list(
                  tells.map(({ name, channels, onDuty }) =>
                    t(onDuty ? 'admin.escalation.tells' : 'admin.escalation.tellsOffDuty', {
                      name,
                      by: formats.list(channels),
                    }),
                  ),
                )}
              </li>
            ))}
          </ol>
          {steps.length === 0 && <Notice tone="caution">{t('admin.escalation.nobody')}</Notice>}
          {unreachable.length > 0 && (
            <Notice tone="caution">
              {t('admin.escalation.unreachable', {
                names: formats.list(unreachable.map(({ name }) => name)),
              })}
            </Notice>
          )}
        </>
      )}
    </QueryState>
  )
}
