import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { unresolvedQuery } from '../api/queries.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { setTabAlarm } from '../shell/tab-title.ts'
import { NowBoard } from './now-board.tsx'

/** NowScreen is the first screen of whoever looks after others. */
export function NowScreen() {
  const { t } = useTranslation()
  const { data: incidents = [] } = useQuery(unresolvedQuery)
  const open = incidents.filter(({ state }) => state === 'OPEN').length
  const alarm = open > 0 ? `(${open})` : ''
  useEffect(() => {
    setTabAlarm(alarm)
    return () => setTabAlarm('')
  }, [alarm])
  return (
    <>
      <ScreenTitle>{t('now.title')}</ScreenTitle>
      <NowBoard />
    </>
  )
}
