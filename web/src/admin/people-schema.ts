import { useTranslation } from 'react-i18next'
import { z } from '../ui/zod.ts'

const maxName = 100
const maxEmail = 254
const maxPhone = 32

/** usePersonSchema is what the fields of a person may contain, with its messages in the language of the page. */
export function usePersonSchema() {
  const { t } = useTranslation()
  const name = z
    .string()
    .trim()
    .min(1, t('admin.people.errors.name'))
    .max(maxName, t('admin.people.errors.long'))
  return z.object({
    firstName: name,
    lastName: name,
    email: z
      .string()
      .trim()
      .pipe(z.email(t('admin.people.errors.email')).max(maxEmail, t('admin.people.errors.long'))),
    phone: z
      .string()
      .trim()
      .max(maxPhone, t('admin.people.errors.long'))
      .regex(/^[+0-9 ().-]*$/, t('admin.people.errors.phone')),
  })
}

export type PersonValues = z.infer<ReturnType<typeof usePersonSchema>>

export const noPerson: PersonValues = { firstName: '', lastName: '', email: '', phone: '' }
