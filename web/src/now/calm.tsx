import { Link } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { PatientOverview } from '../api/queries.ts'
import type { Incident, IncidentGroups } from '../incident/incident.ts'
import { Notice } from '../ui/notice.tsx'
import { useNow } from '../ui/now.ts'
import { usePlaceText } from '../ui/place.ts'
import { TimeAgo } from '../ui/time-ago.tsx'
import { unwatchedOf } from './watched.ts'
import './calm.css'

export interface CalmProps {
  groups: Pick<IncidentGroups, 'handled' | 'notices'>
  /** Undefined until they are known. */
  patients: readonly PatientOverview[] | undefined
  /** What is shown may no longer be so. */
  isOld: boolean
  /** A station has no screens of patients. */
  hasLinks?: boolean
}

/** What stands where nobody waits for an answer. It says that all is well only if every patient is watched. */
export function Calm({ groups, patients, isOld, hasLinks = true }: CalmProps) {
  const { t } = useTranslation()
  const now = useNow()
  const unwatched = unwatchedOf(patients ?? [], now)
  const isUnknown = patients === undefined || unwatched.length > 0
  const isEmpty = patients?.length === 0
  const isCaution = isUnknown || groups.handled.some(waitsForSecond)
  return (
    <Notice tone={isOld || isEmpty || !patients ? 'neutral' : isCaution ? 'caution' : 'good'}>
      <div className="calm">
        <p>{t(calmText(groups, { isOld, isUnknown, isEmpty }))}</p>
        {!isOld && unwatched.length > 0 && (
          <>
            <p>
              <strong>{t('now.unwatched', { count: unwatched.length })}</strong>
            </p>
            <Unwatched patients={unwatched} hasLinks={hasLinks} />
          </>
        )}
      </div>
    </Notice>
  )
}

const waitsForSecond = ({ assistanceRequestedAt }: Incident) => assistanceRequestedAt !== null

interface Known {
  isOld: boolean
  isUnknown: boolean
  isEmpty: boolean
}

function calmText(
  { handled, notices }: CalmProps['groups'],
  { isOld, isUnknown, isEmpty }: Known,
): ParseKeys & `now.calm${string}` {
  if (isOld) return 'now.calmThen'
  if (handled.some(waitsForSecond)) return 'now.calmAssistance'
  if (handled.length > 0) return 'now.calmHandled'
  if (isEmpty) return 'now.calmEmpty'
  if (notices.length > 0) return isUnknown ? 'now.calmUnknownNotices' : 'now.calmNotices'
  return isUnknown ? 'now.calmUnknown' : 'now.calm'
}

/** Lists who they are, when somebody wants to know: a home may have many of them at first. */
function Unwatched({ patients, hasLinks }: { patients: readonly PatientOverview[]; hasLinks: boolean }) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  return (
    <details>
      <summary>{t('now.whoUnwatched')}</summary>
      <ul>
        {patients.map(({ patientId, name, lastReadingAt, ...place }) => (
          <li key={patientId} className="row">
            {hasLinks ? (
              <Link to="/patients/$patientId" params={{ patientId }} search={{ tab: 'devices' }}>
                {name}
              </Link>
            ) : (
              <strong>{name}</strong>
            )}
            {placeText(place) && <span>{placeText(place)}</span>}
            <span className="muted">
              {lastReadingAt ? (
                <>
                  {t('now.tile.lastSeen')} <TimeAgo at={lastReadingAt} />
                </>
              ) : (
                t('now.tile.neverSeen')
              )}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
