import { zodResolver } from '@hookform/resolvers/zod'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { FormTextField } from '../ui/form-text-field.tsx'
import { changesOf, useDetailsSchema, usePersonSchema } from '../ui/person-schema.ts'
import { QueryState } from '../ui/query-state.tsx'
import { TextField } from '../ui/text-field.tsx'

const profileQuery = queryOptions({
  queryKey: keys.profile,
  queryFn: async ({ signal }) => (await request(api.GET('/api/profile/me', { signal }))).data,
})

export function ProfileForm() {
  const { t } = useTranslation()
  const profile = useQuery(profileQuery)
  return (
    <section className="card" aria-labelledby="about-title">
      <h2 id="about-title">{t('me.profile.about')}</h2>
      <QueryState query={profile}>{(data) => <Form profile={data} />}</QueryState>
    </section>
  )
}

const fieldsOf = ({ firstName, lastName, phone, dateOfBirth }: Schema<'Profile'>) => ({
  firstName,
  lastName,
  phone: phone ?? '',
  dateOfBirth: dateOfBirth ?? '',
})
type ProfileFields = ReturnType<typeof fieldsOf>

function Form({ profile }: { profile: Schema<'Profile'> }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const names = usePersonSchema().pick({ firstName: true, lastName: true })
  const details = useDetailsSchema(profile).pick({ phone: true, dateOfBirth: true })
  const { control, handleSubmit, reset, formState } = useForm<ProfileFields>({
    defaultValues: fieldsOf(profile),
    resolver: zodResolver(names.extend(details.shape)),
  })
  const saving = useMutation({
    mutationFn: async (fields: ProfileFields) => {
      const body = changesOf(fields, profile)
      // The service takes an update without a change for a mistake.
      if (Object.keys(body).length === 0) return profile
      return (await request(api.PUT('/api/profile/me', { body }))).data
    },
    onSuccess(saved) {
      reset(fieldsOf(saved))
      client.setQueryData(profileQuery.queryKey, saved)
      void client.invalidateQueries({ queryKey: keys.me })
    },
  })
  const isNamed = profile.email === null && profile.signInName !== null
  return (
    <form className="form" noValidate onSubmit={handleSubmit((fields) => saving.mutate(fields))}>
      <TextField
        label={t(isNamed ? 'me.profile.signInName' : 'me.profile.email')}
        value={profile.email ?? profile.signInName ?? ''}
        isReadOnly
        description={t(isNamed ? 'me.profile.signInNameHint' : 'me.profile.emailHint')}
      />
      <FormTextField
        control={control}
        name="firstName"
        label={t('me.profile.firstName')}
        autoComplete="given-name"
      />
      <FormTextField
        control={control}
        name="lastName"
        label={t('me.profile.lastName')}
        autoComplete="family-name"
      />
      <FormTextField
        control={control}
        name="phone"
        label={t('me.profile.phone')}
        type="tel"
        autoComplete="tel"
        description={t('me.profile.phoneHint')}
      />
      <FormTextField
        control={control}
        name="dateOfBirth"
        label={t('me.profile.birthDate')}
        type="date"
        autoComplete="bday"
      />
      <ErrorNotice error={saving.error} />
      <FormActions submitText={t('common.save')} isPending={saving.isPending}>
        <span role="status">{saving.isSuccess && !formState.isDirty && t('me.profile.saved')}</span>
      </FormActions>
    </form>
  )
}
