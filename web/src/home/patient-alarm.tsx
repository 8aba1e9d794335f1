import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { unresolvedQuery } from '../api/queries.ts'
import { serviceTime } from '../live/service-clock.ts'
import { allowSound } from '../shell/alarm.ts'
import { Notice } from '../ui/notice.tsx'
import { useNow } from '../ui/now.ts'
import { FallCheck } from './fall-check.tsx'
import { incidentOfMine, thanksMs } from './my-incidents.ts'
import { helpKey, useCalls } from './use-calls.ts'
import './home.css'

/** PatientAlarm asks on every screen of a patient whether they are fine, while a fall is being checked. */
export function PatientAlarm() {
  const { t } = useTranslation()
  const { data: incidents = [] } = useQuery(unresolvedQuery)
  const incident = incidentOfMine(incidents)
  const calls = useCalls()
  const now = useNow()
  // Not a hook, which every first screen would load; this is drawn each second.
  const isCalling = useQueryClient().isMutating({ mutationKey: helpKey }) > 0
  useSoundAfterTouch()
  if (incident?.state === 'CHECKING') return <FallCheck incident={incident} calls={calls} />
  const { data: answered, submittedAt } = calls.fine
  const isRecent = now.getTime() - serviceTime(submittedAt).getTime() < thanksMs
  if (incident || isCalling || answered?.state !== 'CANCELLED' || !isRecent) return null
  return (
    <Notice tone="good" isAlert>
      {t('home.fineThanks')}
    </Notice>
  )
}

/** useSoundAfterTouch lets a later alarm sound: browsers allow that only after a touch. */
function useSoundAfterTouch(): void {
  useEffect(() => {
    const allow = () => void allowSound()
    window.addEventListener('pointerdown', allow, { once: true })
    return () => window.removeEventListener('pointerdown', allow)
  }, [])
}
