import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Pager } from '../ui/pager.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Tag } from '../ui/tag.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ClockTime } from '../ui/time-ago.tsx'
import { AuditMessage, AuditRecord } from './audit-record.tsx'
import './admin.css'

type AuditLine = Schema<'AuditLine'>

const levels = ['info', 'warning', 'error'] as const
const tones = { INFO: 'neutral', WARNING: 'caution', ERROR: 'caution' } as const

/** Lists who did what. */
export function AuditScreen() {
  const { t } = useTranslation()
  const [level, setLevel] = useState<(typeof levels)[number] | ''>('')
  const [fields, setFields] = useState({ action: '', dateFrom: '', dateTo: '' })
  const [applied, setApplied] = useState(fields)
  const [showsReads, setShowsReads] = useState(false)
  const [page, setPage] = useState(1)
  const named = Object.entries(applied).filter(([, value]) => value !== '')
  const filter = {
    page,
    limit: 50,
    names: 'true' as const,
    reads: showsReads ? ('true' as const) : ('false' as const),
    ...(level && { level }),
    ...Object.fromEntries(named),
  }
  const query = useQuery({
    queryKey: keys.admin('audit', filter),
    queryFn: ({ signal }) => request(api.GET('/api/admin/logs', { signal, params: { query: filter } })),
    placeholderData: keepPreviousData,
  })
  function apply(event: FormEvent) {
    event.preventDefault()
    setApplied(fields)
    setPage(1)
  }
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    onChange: (value: string) => setFields({ ...fields, [name]: value }),
  })
  return (
    <>
      <ScreenTitle>{t('nav.audit')}</ScreenTitle>
      <form className="row audit-filter" onSubmit={apply}>
        <SelectField
          label={t('admin.audit.level')}
          value={level}
          onChange={(value) => {
            setLevel(value)
            setPage(1)
          }}
          options={[
            { value: '', label: t('admin.audit.all') },
            ...levels.map((value) => ({ value, label: t(`admin.audit.levels.${value}`) })),
          ]}
        />
        <TextField label={t('admin.audit.action')} {...field('action')} />
        <TextField label={t('admin.audit.from')} type="date" {...field('dateFrom')} />
        <TextField label={t('admin.audit.to')} type="date" {...field('dateTo')} />
        <Button type="submit">{t('common.search')}</Button>
        <Choice
          checked={showsReads}
          onChange={(isChosen) => {
            setShowsReads(isChosen)
            setPage(1)
          }}
        >
          {t('admin.audit.reads')}
        </Choice>
      </form>
      <QueryState query={query}>
        {({ data, pagination }) => (
          <>
            <AuditTable lines={data} />
            <Pager page={page} pageCount={pagination.totalPages} onPage={setPage} />
          </>
        )}
      </QueryState>
    </>
  )
}

function AuditTable({ lines }: { lines: AuditLine[] }) {
  const { t } = useTranslation()
  const columns: Column<AuditLine>[] = [
    { key: 'at', title: t('admin.audit.at'), cell: ({ timestamp }) => <ClockTime at={timestamp} /> },
    {
      key: 'level',
      title: t('admin.audit.level'),
      cell: ({ level }) => (
        <Tag tone={tones[level]}>
          {t(`admin.audit.levels.${level.toLowerCase() as 'info' | 'warning' | 'error'}`)}
        </Tag>
      ),
    },
    { key: 'action', title: t('admin.audit.action'), cell: ({ action }) => <code>{action}</code> },
    {
      key: 'message',
      title: t('admin.audit.message'),
      cell: (line) => <AuditMessage line={line} />,
    },
    {
      key: 'actor',
      title: t('admin.audit.actor'),
      cell: ({ actorId, mentions }) => <AuditRecord id={actorId} mentions={mentions} />,
    },
    {
      key: 'subject',
      title: t('admin.audit.subject'),
      cell: ({ subjectId, mentions }) => <AuditRecord id={subjectId} mentions={mentions} />,
    },
  ]
  return (
    <Table
      caption={t('nav.audit')}
      columns={columns}
      rows={lines}
      rowKey={({ id }) => id}
      empty={t('admin.audit.empty')}
    />
  )
}
