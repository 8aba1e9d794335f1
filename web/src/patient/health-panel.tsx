import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { overviewQuery } from '../api/queries.ts'
import { useFormats } from '../i18n/formats.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { QueryState } from '../ui/query-state.tsx'
import { Tag } from '../ui/tag.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'
import { type HealthReason, healthReasons } from './health-reasons.ts'
import { healthQuery } from './patient-queries.ts'

const goodScore = 80

/** Shows the health score and what it comes from. */
export function HealthPanel({ patientId }: { patientId: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const isLost = useLiveStatus().state === 'lost'
  const health = useQuery(healthQuery(patientId))
  const { data: overview } = useQuery(overviewQuery)
  const { battery = null, recentFalls = null } =
    overview?.find((patient) => patient.patientId === patientId) ?? {}
  return (
    <section className="card" aria-labelledby="health">
      <h2 id="health">{t('patient.health.title')}</h2>
      <QueryState query={health}>
        {(data) => (
          <div className={isLost ? 'stack patient-old' : 'stack'}>
            <p className="row">
              <span className="health-score">{formats.number(data.healthScore)}</span>
              <span className="muted">{t('patient.health.ofHundred')}</span>
              {data.isHighRisk ? (
                <Tag tone="caution">{t('patient.health.highRisk')}</Tag>
              ) : (
                <Tag tone={data.healthScore >= goodScore ? 'good' : 'neutral'}>
                  {t(data.healthScore >= goodScore ? 'patient.health.good' : 'patient.health.lowered')}
                </Tag>
              )}
            </p>
            <ul className="health-reasons">
              {healthReasons(data, recentFalls, battery).map((reason) => (
                <Reason key={reason.sign} reason={reason} />
              ))}
              {data.vitals.bloodPressure && (
                <li>{t('patient.health.bloodPressure', { value: data.vitals.bloodPressure })}</li>
              )}
            </ul>
            <p className="muted">
              {data.lastUpdate ? (
                <>
                  {t('patient.health.from')} <TimeAgo at={data.lastUpdate} />
                </>
              ) : (
                t('patient.health.noReadings')
              )}
            </p>
          </div>
        )}
      </QueryState>
    </section>
  )
}

function Reason({ reason: { sign, value, isLowering } }: { reason: HealthReason }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (value === null) return <li className="muted">{t(`patient.health.unknown.${sign}`)}</li>
  return (
    <li className={isLowering ? 'health-lowered' : undefined}>
      <span aria-hidden="true">{isLowering ? '▼' : '✓'}</span>
      <span>
        {t(`patient.health.${sign}`, { count: value, value: formats.number(Math.round(value)) })}
        {isLowering && ` — ${t('patient.health.lowers')}`}
      </span>
    </li>
  )
}
