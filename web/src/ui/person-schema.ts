import { useTranslation } from 'react-i18next'
import { z } from './zod.ts'

const maxName = 100
const maxEmail = 254
const maxPhone = 32

/** What the fields of a person may contain, with its messages in the language of the page. */
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
    signInName: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^([a-z0-9][a-z0-9._-]{2,63})?$/, t('admin.people.errors.signInName')),
    phone: z
      .string()
      .trim()
      .max(maxPhone, t('admin.people.errors.long'))
      .regex(/^([+0-9 ().-]{3,})?$/, t('admin.people.errors.phone')),
  })
}

/** The field of a patient who may have no e-mail address. */
export const optionalEmail = ({ shape }: ReturnType<typeof usePersonSchema>) => z.literal('').or(shape.email)

export type PersonValues = z.infer<ReturnType<typeof usePersonSchema>>

export const noPerson: PersonValues = { firstName: '', lastName: '', email: '', signInName: '', phone: '' }

/** What the service keeps until there is another one, as it is stored. */
export interface KeptDetails {
  phone: string | null
  emergencyContact?: string | null
  dateOfBirth: string | null
}

/** Like usePersonSchema, for what was given once and cannot be taken away again. */
export function useDetailsSchema({ phone, emergencyContact, dateOfBirth }: KeptDetails) {
  const { t } = useTranslation()
  const number = usePersonSchema().shape.phone
  const isKept = (stored: string | null | undefined) => (value: string) => value !== '' || !stored
  return z.object({
    phone: number.refine(isKept(phone), t('me.profile.phoneKept')),
    emergencyContact: number.refine(isKept(emergencyContact), t('me.profile.phoneKept')),
    dateOfBirth: z
      .string()
      .refine((date) => date === '' || new Date(date) < new Date(), t('me.profile.birthDateWrong'))
      .refine(isKept(dateOfBirth), t('me.profile.birthDateKept')),
  })
}

/** What the service has to learn. */
export function changesOf<Values extends Record<string, string>>(
  values: Values,
  stored: { [Name in keyof Values]: string | null },
): Partial<Values> {
  const changed = Object.entries(values).filter(([name, value]) => value !== (stored[name] ?? ''))
  return Object.fromEntries(changed) as Partial<Values>
}
