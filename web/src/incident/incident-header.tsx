import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { recordedLevels } from '../../../src/detection/levels/fall-level.ts'
import { useFormats } from '../i18n/formats.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { Tag } from '../ui/tag.tsx'
import { ClockTime, TimeAgo } from '../ui/time-ago.tsx'
import { type IncidentDetail, isEnded, toneOf } from './incident.ts'
import { useWhatHappened } from './incident-words.ts'
import { handlerOf, named } from './named.ts'
import { Where } from './where.tsx'
import { Who } from './who.tsx'

/** Who it is about, and where, or how it ended. */
export function IncidentHeader({ incident }: { incident: IncidentDetail }) {
  const whatHappened = useWhatHappened()
  return (
    <header className={`card incident-header incident-header-${toneOf(incident)}`}>
      <ScreenTitle>{whatHappened(incident)}</ScreenTitle>
      <Where incident={incident} />
      {isEnded(incident) && <Ending incident={incident} />}
    </header>
  )
}

/** Since when it is what, how certain it is, and who knows. It comes after what there is to do. */
export function IncidentState({ incident }: { incident: IncidentDetail }) {
  const { t } = useTranslation()
  const { state, patientId, patientName } = incident
  const tone = toneOf(incident)
  return (
    <section className={`card incident-header incident-header-${tone}`}>
      <div className="row">
        <Tag tone={tone}>{t(`incident.state.${state}`)}</Tag>
        <span>
          <TimeAgo at={incident.openedAt} /> (<ClockTime at={incident.openedAt} />)
        </span>
      </div>
      <Certainty incident={incident} />
      {!isEnded(incident) && <Who incident={incident} />}
      {patientId && (
        <p>
          <Link to="/patients/$patientId" params={{ patientId }} className="text-link">
            {t('incident.toPatient', { name: patientName })}
          </Link>
        </p>
      )}
    </section>
  )
}

/** The level of a fall and the confidence of the detector, in words. */
function Certainty({ incident: { evidence, deviceId, kind } }: { incident: IncidentDetail }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (kind !== 'FALL') return null
  if (deviceId === null) return <p>{t('incident.level.reported')}</p>
  const level = recordedLevels.find((one) => one === evidence.level)
  const { confidence } = evidence
  if (!level) return null
  if (evidence.decidedBy === 'DEVICE')
    return <p>{t('incident.level.byDevice', { level: t(`incident.level.${level}`) })}</p>
  return (
    <p>
      {typeof confidence === 'number'
        ? t('incident.level.withConfidence', {
            level: t(`incident.level.${level}`),
            percent: formats.percent(confidence),
          })
        : t(`incident.level.${level}`)}
    </p>
  )
}

/** Who ended an incident when, and with which outcome. */
export function Ending({ incident }: { incident: IncidentDetail }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { state, resolvedAt, outcome, injuries } = incident
  const time = resolvedAt ? formats.time(new Date(resolvedAt)) : ''
  const handler = handlerOf(incident)
  const name = handler && named(handler, t('incident.who.deleted'))
  if (state === 'CANCELLED') return <p>{t('incident.ending.cancelled', { time })}</p>
  return (
    <ul className="who">
      <li>
        <strong>{outcome ? t(`incident.outcome.${outcome}`) : t('incident.ending.byItself')}</strong>
      </li>
      <li>{name ? t('incident.ending.by', { name, time }) : t('incident.ending.at', { time })}</li>
      {injuries && <li>{t('incident.ending.injuries', { injuries })}</li>}
    </ul>
  )
}
