import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { keys } from '../api/keys.ts'
import { onLiveEvent } from '../live/live-events.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { serviceTime } from '../live/service-clock.ts'
import { TimeAgo } from '../ui/time-ago.tsx'
import '../ui/maybe-old.css'

/** One incident has many events, and what it changes is read once for all of them. */
const readAgainMs = 2000

export interface LiveDataProps {
  /** The lists of the administration that incidents change. */
  lists: readonly string[]
  children: ReactNode
}

/** Reads lists again when something happens, and is grey while the line is lost and nobody knows whether it does. */
export function LiveData({ lists, children }: LiveDataProps) {
  const client = useQueryClient()
  const isLost = useLiveStatus().state === 'lost'
  const names = lists.join(' ')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = onLiveEvent(({ type }) => {
      if (type !== 'incident.opened' && type !== 'incident.changed') return
      timer ??= setTimeout(() => {
        timer = undefined
        for (const name of names.split(' ')) void client.invalidateQueries({ queryKey: keys.admin(name) })
      }, readAgainMs)
    })
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [client, names])
  return <div className={isLost ? 'stack is-old' : 'stack'}>{children}</div>
}

/** When something was read. */
export function AsOf({ ms }: { ms: number }) {
  const { t } = useTranslation()
  return (
    <p className="muted">
      {t('admin.asOf')} <TimeAgo at={serviceTime(ms).toISOString()} />
    </p>
  )
}
