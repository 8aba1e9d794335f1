import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useFormats } from '../i18n/formats.ts'
import { formatBytes, formatDuration } from '../i18n/units.ts'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Tag } from '../ui/tag.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'

type BackupList = Schema<'Backups'>
type Backup = BackupList['backups'][number]

/** Shows how old the last good backup is, and which ones could be restored. */
export function Backups() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: keys.admin('backups'),
    queryFn: async ({ signal }) => (await request(api.GET('/api/admin/backups', { signal }))).data,
  })
  return (
    <section className="card" aria-labelledby="backups-title">
      <h2 id="backups-title">{t('admin.system.backups.title')}</h2>
      <QueryState query={query}>
        {(list) =>
          list.enabled ? (
            <>
              <LastBackup list={list} />
              <BackupTable backups={list.backups} />
            </>
          ) : (
            <Notice tone="caution">{t('admin.system.backups.off')}</Notice>
          )
        }
      </QueryState>
    </section>
  )
}

function LastBackup({ list: { overdue, backups } }: { list: BackupList }) {
  const { t } = useTranslation()
  const [last] = backups
  const state = overdue ? 'overdue' : last ? 'good' : 'waiting'
  return (
    <dl className="facts">
      <dt>{t('admin.system.backups.state')}</dt>
      <dd>
        <Tag tone={state === 'good' ? 'good' : state === 'overdue' ? 'caution' : 'neutral'}>
          {t(`admin.system.backups.${state}`)}
        </Tag>
      </dd>
      {last && (
        <>
          <dt>{t('admin.system.backups.last')}</dt>
          <dd>
            <TimeAgo at={last.finishedAt} />
          </dd>
        </>
      )}
    </dl>
  )
}

function BackupTable({ backups }: { backups: readonly Backup[] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const seconds = ({ startedAt, finishedAt }: Backup) =>
    Math.ceil((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000)
  const columns: Column<Backup>[] = [
    {
      key: 'finished',
      title: t('admin.system.backups.finished'),
      cell: ({ finishedAt }) => formats.exact(new Date(finishedAt)),
    },
    {
      key: 'took',
      title: t('admin.system.backups.took'),
      cell: (backup) => formatDuration(formats.language, seconds(backup)),
    },
    {
      key: 'size',
      title: t('admin.system.backups.size'),
      cell: ({ bytes }) => formatBytes(formats.language, bytes),
      isNumeric: true,
    },
    { key: 'version', title: t('admin.system.version'), cell: ({ version }) => version },
  ]
  return (
    <>
      <Table
        caption={t('admin.system.backups.title')}
        columns={columns}
        rows={backups}
        rowKey={({ finishedAt }) => finishedAt}
        empty={t('admin.system.backups.none')}
      />
      {backups.length > 0 && <p className="muted">{t('admin.system.backups.about')}</p>}
    </>
  )
}
