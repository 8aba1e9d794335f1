import { useTranslation } from 'react-i18next'
import { languageName, languages, setLanguage } from '../i18n/i18n.ts'
import { SelectField } from '../ui/select-field.tsx'

export function LanguageChoice() {
  const { t, i18n } = useTranslation()
  return (
    <SelectField
      label={t('nav.language')}
      value={i18n.resolvedLanguage ?? 'en'}
      options={languages.map((language) => ({ value: language, label: languageName(language) }))}
      onChange={(language) => void setLanguage(language)}
    />
  )
}
