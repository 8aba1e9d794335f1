import { type Control, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormTextField } from '../ui/form-text-field.tsx'
import type { PersonValues } from '../ui/person-schema.ts'
import { SelectField } from '../ui/select-field.tsx'

export interface PersonFieldsProps {
  control: Control<PersonValues>
  /** Somebody without an e-mail address may have a sign-in name, and a patient neither. */
  isEmailOptional: boolean
  isPatient: boolean
}

/** The fields that a new and a known person share. */
export function PersonFields({ control, isEmailOptional, isPatient }: PersonFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <FormTextField
        control={control}
        name="firstName"
        label={t('admin.people.fields.firstName')}
        autoComplete="off"
        isRequired
      />
      <FormTextField
        control={control}
        name="lastName"
        label={t('admin.people.fields.lastName')}
        autoComplete="off"
        isRequired
      />
      <FormTextField
        control={control}
        name="email"
        type="email"
        label={t('admin.people.fields.email')}
        autoComplete="off"
        isRequired={!isEmailOptional}
        description={isEmailOptional && isPatient ? t('patient.invite.emailAbout') : undefined}
      />
      <FormTextField
        control={control}
        name="signInName"
        label={t('admin.people.fields.signInName')}
        autoComplete="off"
        spellCheck="false"
        description={t('admin.people.signInNameAbout')}
      />
      <FormTextField
        control={control}
        name="phone"
        type="tel"
        label={t('admin.people.fields.phone')}
        autoComplete="off"
      />
    </>
  )
}

export type InvitedRole = 'CAREGIVER' | 'PATIENT'
export type InviteValues = PersonValues & { role: InvitedRole }

export function RoleField({ control }: { control: Control<InviteValues> }) {
  const { t } = useTranslation()
  const { field } = useController({ control, name: 'role' })
  return (
    <SelectField<InvitedRole>
      label={t('admin.people.fields.role')}
      value={field.value}
      onChange={field.onChange}
      options={[
        { value: 'CAREGIVER', label: t('admin.people.role.CAREGIVER') },
        { value: 'PATIENT', label: t('admin.people.role.PATIENT') },
      ]}
      description={t(`admin.people.invite.about.${field.value}`)}
    />
  )
}
