import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/client.ts'
import { ButtonLink } from '../ui/link.tsx'
import { ScreenTitle } from './screen-title.tsx'

/** Responses to an id that does not exist, is none, or belongs to somebody else's patient. */
const unknownStatuses: readonly number[] = [400, 403, 404]

export const isUnknown = (error: unknown) =>
  error instanceof ApiError && unknownStatuses.includes(error.status)

/** A screen about something that the reader cannot see, with a way home. */
export function DeadEnd({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation()
  return (
    <div className="stack">
      <ScreenTitle>{title}</ScreenTitle>
      <p>{text}</p>
      <p>
        <ButtonLink to="/">{t('incident.unknown.back')}</ButtonLink>
      </p>
    </div>
  )
}
