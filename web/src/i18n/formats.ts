import { useTranslation } from 'react-i18next'
import { createFormats, type Formats } from './create-formats.ts'

const cached = new Map<string, Formats>()

/** How a language is written where the reader lives, if the browser says: 14:02 in Leeds, 2:02 PM in Boston. */
export const localeOf = (language = 'en') =>
  navigator.languages.find((locale) => locale.split('-')[0] === language) ?? language

export function useFormats(): Formats {
  const { i18n } = useTranslation()
  const locale = localeOf(i18n.resolvedLanguage)
  const formats = cached.get(locale) ?? createFormats(locale)
  cached.set(locale, formats)
  return formats
}
