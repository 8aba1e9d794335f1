import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { nameOf } from '../admin/people-picker.tsx'
import { personQuery } from '../admin/people-queries.ts'
import { Notice } from '../ui/notice.tsx'

/** Somebody who was added before the page was loaded again: the link was shown, and can be made again. */
export function KnownPerson({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const { data: person } = useQuery(personQuery(userId))
  if (!person) return null
  return (
    <Notice tone="good">
      <span>{t('welcome.added', { name: nameOf(person) })}</span>
      <Link to="/admin/people/$userId" params={{ userId }}>
        {t('welcome.newLink')}
      </Link>
    </Notice>
  )
}
