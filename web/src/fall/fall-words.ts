import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { useFormats } from '../i18n/formats.ts'

type Details = Pick<
  Schema<'FallRecord'>,
  | ('occurredAt' | 'location' | 'witnessed' | 'foundBy' | 'activity' | 'footwear' | 'circumstances')
  | ('injuries' | 'measures' | 'doctorTold' | 'doctorDetails' | 'familyTold' | 'familyDetails')
>
export type FallField = keyof Details

const fields: readonly FallField[] = [
  ...(['occurredAt', 'location', 'witnessed', 'foundBy', 'activity', 'footwear', 'circumstances'] as const),
  ...(['injuries', 'measures', 'doctorTold', 'doctorDetails', 'familyTold', 'familyDetails'] as const),
]

/** Says what a record has of each field; null where nobody has said anything. */
export function useFallWords() {
  const { t } = useTranslation()
  const formats = useFormats()
  const yesOrNo = (value: boolean | null) => value !== null && t(value ? 'common.yes' : 'common.no')
  function wordsOf(field: FallField, details: Details): string | null {
    switch (field) {
      case 'occurredAt':
        return formats.exact(new Date(details.occurredAt))
      case 'witnessed':
      case 'doctorTold':
      case 'familyTold':
        return yesOrNo(details[field]) || null
      case 'activity':
        return details.activity && t(`fallRecord.activities.${details.activity}`)
      case 'footwear':
        return details.footwear && t(`fallRecord.shoes.${details.footwear}`)
      default:
        return details[field]
    }
  }
  return { fields, wordsOf }
}
