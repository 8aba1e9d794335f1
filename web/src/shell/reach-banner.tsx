import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { contactsQuery } from '../api/queries.ts'
import { ButtonLink } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { useMe } from './use-me.ts'

/** Somebody who can be reached is not asked about again for a quarter of an hour: people behind one router share its requests. */
const knownForMs = 15 * 60 * 1000

const unreachable = 'no'

/**
 * ReachBanner tells somebody whom no message can reach, on every screen. The page of a patient, which has the most
 * requests of its own to make, shows what others have learned.
 */
export function ReachBanner() {
  const { t } = useTranslation()
  const isBusy = useRouterState({ select: ({ location }) => location.pathname.startsWith('/patients/') })
  const storageKey = `fallwatch-reachable-${useMe().id}`
  const known = localStorage.getItem(storageKey)
  const isKnown = known !== null && Date.now() - Number(known) < knownForMs
  const { data: contacts } = useQuery({ ...contactsQuery, enabled: !isBusy && !isKnown })
  const isReachable = contacts
    ? contacts.some(({ confirmed, endedAt }) => confirmed && !endedAt)
    : known !== unreachable
  useEffect(() => {
    if (contacts) localStorage.setItem(storageKey, isReachable ? String(Date.now()) : unreachable)
  }, [contacts, isReachable, storageKey])
  if (isReachable) return null
  return (
    <Notice tone="caution">
      <span>{t('reach.unreachable')}</span>
      <ButtonLink to="/me/notifications">{t('reach.fix')}</ButtonLink>
    </Notice>
  )
}
