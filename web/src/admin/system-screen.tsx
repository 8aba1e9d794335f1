import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useFormats } from '../i18n/formats.ts'
import { formatBytes, formatDuration } from '../i18n/units.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Tag } from '../ui/tag.tsx'
import { Backups } from './backups.tsx'
import { AsOf, LiveData } from './live-data.tsx'
import { MaintenanceTasks } from './maintenance-tasks.tsx'
import { TimeZoneSection } from './time-zone-form.tsx'
import { VocabularyChoice } from './vocabulary-choice.tsx'
import { Webhooks } from './webhooks.tsx'
import './admin.css'

/** Shows whether the service is well, and what can be done for it. */
export function SystemScreen() {
  const { t } = useTranslation()
  return (
    <>
      <ScreenTitle>{t('nav.system')}</ScreenTitle>
      <LiveData lists={['health', 'stats']}>
        <ServiceHealth />
        <InstallationStatistics />
      </LiveData>
      <TimeZoneSection />
      <VocabularyChoice />
      <Backups />
      <Webhooks />
      <MaintenanceTasks />
    </>
  )
}

const secondsPerMinute = 60
const secondsPerHour = 3600

/** Whole hours from the first one on, and whole minutes before. */
function roundedUptime(seconds: number): number {
  const unit = seconds < secondsPerHour ? secondsPerMinute : secondsPerHour
  return seconds < secondsPerMinute ? seconds : Math.floor(seconds / unit) * unit
}

function ServiceHealth() {
  const { t } = useTranslation()
  const formats = useFormats()
  const query = useQuery({
    queryKey: keys.admin('health'),
    queryFn: async ({ signal }) => (await request(api.GET('/api/health', { signal }))).data,
  })
  return (
    <section className="card">
      <h2>{t('admin.system.health')}</h2>
      <QueryState query={query}>
        {({ status, uptime, memory, version, replication }) => (
          <>
            <AsOf ms={query.dataUpdatedAt} />
            {replication?.confirmed === false && (
              <Notice tone="caution">{t('admin.system.commits.about')}</Notice>
            )}
            <dl className="facts">
              <dt>{t('admin.system.status')}</dt>
              <dd>
                <Tag tone={status === 'HEALTHY' ? 'good' : 'caution'}>
                  {t(`admin.system.statuses.${status}`)}
                </Tag>
              </dd>
              {replication && (
                <>
                  <dt>{t('admin.system.commits.title')}</dt>
                  <dd>
                    <Tag tone={replication.confirmed ? 'good' : 'caution'}>
                      {t(`admin.system.commits.${replication.confirmed ? 'confirmed' : 'oneDisk'}`)}
                    </Tag>
                  </dd>
                </>
              )}
              <dt>{t('admin.system.uptime')}</dt>
              <dd>{formatDuration(formats.language, roundedUptime(uptime))}</dd>
              <dt>{t('admin.system.memory')}</dt>
              <dd>
                {t('admin.system.memoryValue', {
                  used: formatBytes(formats.language, memory.used),
                  available: formatBytes(formats.language, memory.available),
                })}
              </dd>
              <dt>{t('admin.system.version')}</dt>
              <dd>{version}</dd>
            </dl>
          </>
        )}
      </QueryState>
    </section>
  )
}

const statistics = [
  'totalUsers',
  'activeDevices',
  'fallsToday',
  'highRiskPatients',
  'caregiverAssignments',
] as const

function InstallationStatistics() {
  const { t } = useTranslation()
  const formats = useFormats()
  const query = useQuery({
    queryKey: keys.admin('stats'),
    queryFn: async ({ signal }) => (await request(api.GET('/api/admin/stats', { signal }))).data,
  })
  return (
    <section className="card">
      <h2>{t('admin.system.statistics')}</h2>
      <QueryState query={query}>
        {(data) => (
          <>
            <AsOf ms={query.dataUpdatedAt} />
            <dl className="facts">
              {statistics.map((name) => (
                <div key={name} className="facts-row">
                  <dt>{t(`admin.system.${name}`)}</dt>
                  <dd>{formats.number(data[name])}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </QueryState>
    </section>
  )
}
