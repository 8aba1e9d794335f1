import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { unresolvedQuery } from '../api/queries.ts'
import { Notices } from '../shell/notices.tsx'
import { setTabAlarm } from '../shell/screen-title.tsx'
import { NowBoard } from './now-board.tsx'

/** The first screen of whoever looks after others; `children` is what else it tells them, below the alarms. */
export function NowScreen({ children }: { children?: ReactNode }) {
  const { data: incidents = [] } = useQuery(unresolvedQuery)
  const open = incidents.filter(({ state }) => state === 'OPEN').length
  const alarm = open > 0 ? `(${open})` : ''
  useEffect(() => {
    setTabAlarm(alarm)
    return () => setTabAlarm('')
  }, [alarm])
  return (
    <NowBoard
      notices={
        <>
          <Notices />
          {children}
        </>
      }
    />
  )
}
