import { queryOptions, useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useFormats } from '../i18n/formats.ts'
import { NowScreen } from '../now/now-screen.tsx'
import { useMe } from '../shell/use-me.ts'
import { ButtonLink } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import './admin-home.css'

const statsQuery = queryOptions({
  queryKey: keys.admin('stats'),
  queryFn: async ({ signal }) => (await request(api.GET('/api/admin/stats', { signal }))).data,
})

/** Whoever was led to the first run may leave it, until the browser is closed. */
const ledKey = (adminId: string) => `fallwatch-welcome-${adminId}`
const wasLed = (adminId: string) => sessionStorage.getItem(ledKey(adminId)) !== null

/** The house now, with a line of figures; an admin of an empty installation is led to the first run. */
export function AdminHome() {
  const { id } = useMe()
  const { data: stats, dataUpdatedAt } = useQuery(statsQuery)
  if (stats?.totalUsers === 1 && !wasLed(id)) {
    sessionStorage.setItem(ledKey(id), 'yes')
    return <Navigate to="/welcome" replace />
  }
  return (
    <NowScreen>
      {stats && <Figures stats={stats} readAtMs={dataUpdatedAt} />}
      {stats?.caregiverAssignments === 0 && <FirstRun />}
    </NowScreen>
  )
}

/** FirstRun: without an assignment there is nobody to look after, or nobody who does. */
function FirstRun() {
  const { t } = useTranslation()
  return (
    <Notice>
      <span>{t('admin.home.firstRun')}</span>
      <ButtonLink to="/welcome" look="primary">
        {t('admin.home.start')}
      </ButtonLink>
    </Notice>
  )
}

function Figures({ stats, readAtMs }: { stats: Schema<'Statistics'>; readAtMs: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const isHealthy = stats.systemHealth === 'HEALTHY'
  return (
    <ul className="admin-figures muted" aria-label={t('admin.home.figures')}>
      <li>{t('admin.home.people', { count: stats.totalUsers })}</li>
      <li>{t('admin.home.assignments', { count: stats.caregiverAssignments })}</li>
      <li>{t('admin.home.devices', { count: stats.activeDevices })}</li>
      <li>{t('admin.home.falls', { count: stats.fallsToday })}</li>
      <li>{t('admin.home.highRisk', { count: stats.highRiskPatients })}</li>
      <li className={isHealthy ? undefined : 'admin-figures-caution'}>
        {t(`admin.home.health.${stats.systemHealth}`)}
      </li>
      <li>{t('admin.home.asOf', { time: formats.time(new Date(readAtMs)) })}</li>
    </ul>
  )
}
