import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, request, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { keys } from '../api/keys.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { TextField } from '../ui/text-field.tsx'
import { changesOf, type ProfileFields, problemsOf } from './profile-fields.ts'

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

function Form({ profile }: { profile: Schema<'Profile'> }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const client = useQueryClient()
  const [fields, setFields] = useState<ProfileFields>({
    firstName: profile.firstName,
    lastName: profile.lastName,
    phone: profile.phone ?? '',
    dateOfBirth: profile.dateOfBirth ?? '',
  })
  const [isChecked, setChecked] = useState(false)
  const problems = problemsOf(fields, profile)
  const saving = useMutation({
    mutationFn: async () =>
      (await request(api.PUT('/api/profile/me', { body: changesOf(fields, profile) }))).data,
    onSuccess(saved) {
      client.setQueryData(profileQuery.queryKey, saved)
      void client.invalidateQueries({ queryKey: keys.me })
    },
  })
  const refused = saving.error instanceof ApiError ? saving.error.details : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (problems.length === 0) saving.mutate()
  }

  const field = (name: keyof ProfileFields, problem: string) => ({
    name,
    value: fields[name],
    error: (isChecked && problems.includes(name)) || name in refused ? problem : undefined,
    onChange(value: string) {
      setFields({ ...fields, [name]: value })
      saving.reset()
    },
  })

  return (
    <form className="form" onSubmit={submit}>
      <TextField
        label={t('me.profile.email')}
        value={profile.email}
        isReadOnly
        description={t('me.profile.emailHint')}
      />
      <TextField
        label={t('me.profile.firstName')}
        autoComplete="given-name"
        {...field('firstName', t('me.profile.nameMissing'))}
      />
      <TextField
        label={t('me.profile.lastName')}
        autoComplete="family-name"
        {...field('lastName', t('me.profile.nameMissing'))}
      />
      <TextField
        label={t('me.profile.phone')}
        type="tel"
        autoComplete="tel"
        description={t('me.profile.phoneHint')}
        {...field('phone', t(fields.phone.trim() ? 'me.profile.phoneWrong' : 'me.profile.phoneKept'))}
      />
      <TextField
        label={t('me.profile.birthDate')}
        type="date"
        autoComplete="bday"
        {...field(
          'dateOfBirth',
          t(fields.dateOfBirth ? 'me.profile.birthDateWrong' : 'me.profile.birthDateKept'),
        )}
      />
      {saving.isError && Object.keys(refused).length === 0 && (
        <Notice tone="caution" isAlert>
          {errorText(saving.error)}
        </Notice>
      )}
      <div className="form-actions">
        <Button type="submit" look="primary" isPending={saving.isPending}>
          {t('common.save')}
        </Button>
        <span role="status">{saving.isSuccess && t('me.profile.saved')}</span>
      </div>
    </form>
  )
}
