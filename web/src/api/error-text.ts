import { useTranslation } from 'react-i18next'
import { ApiError } from './client.ts'

/**
 * useServiceText says in the language of the page what the service says in English, as far as the catalogue knows it: by
 * the letters of the message, with # for a number.
 */
export function useServiceText(): (message: string) => string {
  const { t } = useTranslation()
  return (message) => {
    const key = message.replaceAll(/\d+/g, '#').replaceAll(/[^a-z#]+/gi, ' ')
    const options = { defaultValue: message, number: message.match(/\d+/)?.[0] }
    return t(`refusals.${key.trim()}` as 'refusals.is required', options)
  }
}

/** useErrorText returns what to tell a person about an error. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation()
  const serviceText = useServiceText()
  return (error) => {
    if (!(error instanceof ApiError)) return t('errors.broken')
    if (error.status === 0) return t('errors.unreachable')
    if (error.status === 403) {
      const reason = serviceText(error.message)
      return reason === error.message ? t('errors.forbidden') : reason
    }
    if (error.status === 404) return t('errors.notFound')
    if (error.status === 429) return t('errors.tooMany', { seconds: error.retryAfterSeconds ?? 60 })
    if (error.status >= 500) return t('errors.unavailable')
    const details = Object.values(error.details).filter((detail) => typeof detail === 'string')
    return (details.length > 0 ? details : [error.message]).map(serviceText).join(' ')
  }
}
