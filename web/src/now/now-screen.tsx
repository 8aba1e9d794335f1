import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { unresolvedQuery } from '../api/queries.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { NowBoard } from './now-board.tsx'

/** NowScreen is the first screen of whoever looks after others. */
export function NowScreen() {
  const { t } = useTranslation()
  const { data: incidents = [] } = useQuery(unresolvedQuery)
  const open = incidents.filter(({ state }) => state === 'OPEN').length
  const title = t('now.title')
  const tabTitle = open > 0 ? t('now.tabTitle', { open, title }) : title
  // After the title of the screen, which has set that of the tab without the number.
  useEffect(() => {
    document.title = `${tabTitle} · Fallwatch`
  }, [tabTitle])
  return (
    <>
      <ScreenTitle>{title}</ScreenTitle>
      <NowBoard />
    </>
  )
}
