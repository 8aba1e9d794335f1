import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { Notice } from '../ui/notice.tsx'

/** Says why nobody can act at a station in their own name, and what has to be done. */
export function NoNames({ why }: { why: NonNullable<Schema<'OwnStation'>['noCaregivers']> }) {
  const { t } = useTranslation()
  return <Notice tone="caution">{t(`station.noNames.${why}`)}</Notice>
}
