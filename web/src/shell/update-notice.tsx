import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { unresolvedQuery } from '../api/queries.ts'
import { isCalm } from '../incident/incident.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { onWorkerUpdate, takeOver, workerUpdate } from './service-worker-registration.ts'

/**
 * Says that there is a new version. It is loaded when somebody presses the button, or when nobody looks; never
 * while somebody waits for help, or for whoever is on the way.
 */
export function UpdateNotice() {
  const { t } = useTranslation()
  const isReady = useSyncExternalStore(onWorkerUpdate, workerUpdate) !== 'none'
  const { state } = useLiveStatus()
  const { data: incidents } = useQuery({ ...unresolvedQuery, enabled: isReady })
  const isCalmThen = incidents !== undefined && isCalm(incidents)
  // On a lost line nobody knows whether it is calm.
  const isKnownToBeCalm = isCalmThen && state === 'live'

  useEffect(() => {
    if (!isReady || !isKnownToBeCalm) return
    const takeOverUnseen = () => {
      if (document.hidden && !isWriting()) takeOver('unseen')
    }
    takeOverUnseen()
    document.addEventListener('visibilitychange', takeOverUnseen)
    return () => document.removeEventListener('visibilitychange', takeOverUnseen)
  }, [isReady, isKnownToBeCalm])

  if (!isReady || !isCalmThen) return null
  return (
    <div className="shell-notice" role="status">
      <Notice>
        <span>{t('live.update')}</span>
        <Button onPress={() => takeOver('now')}>{t('live.updateNow')}</Button>
      </Notice>
    </div>
  )
}

/** Somebody who looks something up in another window still has what they have written here. */
const isWriting = () => document.activeElement?.matches('input, textarea') ?? false
