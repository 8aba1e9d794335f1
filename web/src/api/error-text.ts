import { useTranslation } from 'react-i18next'
import { ApiError } from './client.ts'

type Details = Record<string, unknown>

/** What the service says as data, with its English text for a code that the catalogue does not have. */
export interface Said {
  code: string
  details?: Details | undefined
}

/** The sections of the catalogue that have texts by code. */
type Section = 'refusals' | 'problems' | 'sendFailures' | 'admin.import.says'

/** Returns the text of a code in the language of the page, or undefined if the catalogue has none. */
export function useCodeText(): (section: Section, said: Said) => string | undefined {
  const { t } = useTranslation()
  return (section, { code, details }) =>
    t(`${section}.${code}` as 'refusals.LAST_ADMIN', { ...details, defaultValue: '' }) || undefined
}

/** Returns what is wrong with a field of a refused request, or undefined if nothing is. */
export function useFieldText(): (error: ApiError, field: string) => string | undefined {
  const codeText = useCodeText()
  return (error, field) => {
    const texts = error.problems
      .filter((problem) => problem.field === field)
      .map((problem) => codeText('problems', problem) ?? String(error.details[field]))
    return texts.length > 0 ? [...new Set(texts)].join(' ') : undefined
  }
}

/** Returns why a message was not accepted. */
export function useSendFailure(): (delivery: SentMessage) => string | undefined {
  const codeText = useCodeText()
  return ({ error, failure }) => (failure && codeText('sendFailures', failure)) ?? error ?? undefined
}

interface SentMessage {
  error: string | null
  failure: Said | null
}

/** Returns what to tell a person about an error: by its code, else by its status, else as the service says it. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation()
  const codeText = useCodeText()
  const fieldText = useFieldText()
  return (error) => {
    if (!(error instanceof ApiError)) return t('errors.broken')
    if (error.status === 0) return t('errors.unreachable')
    const known = codeText('refusals', error)
    if (known) return known
    if (error.status === 403) return t('errors.forbidden')
    if (error.status === 404) return t('errors.notFound')
    if (error.status === 429) return t('errors.tooMany', { seconds: error.retryAfterSeconds ?? 60 })
    if (error.status >= 500) return t('errors.unavailable')
    const fields = [...new Set(error.problems.map(({ field }) => field))]
    return fields.map((field) => fieldText(error, field)).join(' ') || error.message
  }
}
