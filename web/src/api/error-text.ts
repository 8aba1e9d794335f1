import { useTranslation } from 'react-i18next'
import { ApiError } from './client.ts'

/** useErrorText returns what to tell a person about an error. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation()
  return (error) => {
    if (!(error instanceof ApiError)) return t('errors.broken')
    if (error.status === 0) return t('errors.unreachable')
    if (error.status === 403) return t('errors.forbidden')
    if (error.status === 404) return t('errors.notFound')
    if (error.status === 429) return t('errors.tooMany', { seconds: error.retryAfterSeconds ?? 60 })
    if (error.status >= 500) return t('errors.unavailable')
    const details = Object.values(error.details).filter((detail) => typeof detail === 'string')
    return details.length > 0 ? details.join(' ') : error.message
  }
}
