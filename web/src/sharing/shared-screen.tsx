import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLinkToken } from '../account/use-link-token.ts'
import { ApiError, api, request } from '../api/client.ts'
import { useFormats } from '../i18n/formats.ts'
import { SignChart } from '../patient/vital-charts.tsx'
import { ReportFigures } from '../report/report-parts.tsx'
import { EntryPage } from '../shell/entry-page.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Table } from '../ui/table.tsx'
import { TextField } from '../ui/text-field.tsx'
import '../admin/admin.css'
import { ErrorNotice } from '../ui/error-notice.tsx'

/** For somebody without an account who got a link to the record of a patient, and its code. */
export function SharedScreen() {
  const { t } = useTranslation()
  const token = useLinkToken()
  const opening = useMutation({
    mutationFn: async (code: string) =>
      (await request(api.POST('/api/shared/access', { body: { token, code } }))).data,
  })
  if (opening.data) return <SharedRecord reader={opening.data.token} />
  return (
    <EntryPage title={t('shared.title')}>
      <CodeForm
        isPending={opening.isPending}
        error={opening.error}
        onSubmit={(code) => opening.mutate(code)}
      />
    </EntryPage>
  )
}

interface CodeFormProps {
  isPending: boolean
  error: Error | null
  onSubmit(code: string): void
}

function CodeForm({ isPending, error, onSubmit }: CodeFormProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const isRefused = error instanceof ApiError && error.status === 401

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit(code.replaceAll(/\s/g, ''))
  }

  return (
    <form className="form" onSubmit={submit}>
      <p>{t('shared.text')}</p>
      <TextField
        label={t('shared.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        error={isRefused ? t('shared.refused') : undefined}
      />
      {error && !isRefused && <ErrorNotice error={error} />}
      <Button type="submit" look="primary" size="large" isPending={isPending}>
        {t('shared.open')}
      </Button>
    </form>
  )
}

const days = 30

/** What the link opens; the token is forgotten with the page. */
function SharedRecord({ reader }: { reader: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const headers = { authorization: `Bearer ${reader}` }
  const [{ from, month }] = useState(() => ({
    from: new Date(Date.now() - days * 86_400_000).toISOString(),
    month: new Date().toISOString().slice(0, 7),
  }))
  const record = useQuery({
    queryKey: ['shared', 'patient'],
    queryFn: async () => (await request(api.GET('/api/shared/patient', { headers }))).data,
  })
  const falls = useQuery({
    queryKey: ['shared', 'falls'],
    queryFn: async () => (await request(api.GET('/api/shared/falls', { headers }))).data,
  })
  const series = useQuery({
    queryKey: ['shared', 'series'],
    queryFn: async () =>
      (await request(api.GET('/api/shared/vitals/series', { headers, params: { query: { from } } }))).data,
  })
  const report = useQuery({
    queryKey: ['shared', 'report'],
    queryFn: async () =>
      (await request(api.GET('/api/shared/report', { headers, params: { query: { month } } }))).data,
  })
  return (
    <EntryPage title={record.data?.name ?? t('shared.title')} isWide>
      <QueryState query={record}>
        {({ expiresAt, sharesVitals }) => (
          <>
            <p className="muted">{t('shared.until', { date: formats.time(new Date(expiresAt)) })}</p>
            {!sharesVitals && <Notice>{t('shared.noVitals')}</Notice>}
          </>
        )}
      </QueryState>
      <h2>{t('shared.month')}</h2>
      <QueryState query={report}>{(data) => <ReportFigures {...data} />}</QueryState>
      <h2>{t('shared.falls')}</h2>
      <QueryState query={falls}>
        {(data) => (
          <Table
            caption={t('shared.falls')}
            columns={[
              {
                key: 'at',
                title: t('patient.falls.at'),
                cell: ({ createdAt }) => formats.exact(new Date(createdAt)),
              },
              {
                key: 'level',
                title: t('patient.falls.level'),
                cell: ({ status }) => t(`incident.level.${status}`),
              },
              {
                key: 'outcome',
                title: t('incident.list.outcome'),
                cell: ({ outcome }) => (outcome ? t(`incident.outcome.${outcome}`) : '–'),
              },
              { key: 'where', title: t('patient.falls.where'), cell: ({ location }) => location ?? '–' },
            ]}
            rows={data}
            rowKey={({ id }) => id}
            empty={t('report.noFalls')}
          />
        )}
      </QueryState>
      <h2>{t('patient.vitals.title')}</h2>
      <QueryState query={series}>
        {(data) =>
          data.points.length === 0 ? (
            <p className="muted">{t('patient.vitals.none')}</p>
          ) : (
            <>
              <SignChart data={data} sign="heartRate" range="quarter" />
              <SignChart data={data} sign="spo2" range="quarter" />
            </>
          )
        }
      </QueryState>
    </EntryPage>
  )
}
