import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { optionalEmail, type PersonValues, usePersonSchema } from '../ui/person-schema.ts'
import { PersonFields } from './people-fields.tsx'
import { peopleKey, personQuery, type User } from './people-queries.ts'

const valuesOf = ({ firstName, lastName, email, signInName, phone }: User): PersonValues => ({
  firstName,
  lastName,
  email: email ?? '',
  signInName: signInName ?? '',
  phone: phone ?? '',
})

/** Changes names, e-mail address, sign-in name and phone; only what was changed is sent. */
export function PersonForm({ user }: { user: User }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const schema = usePersonSchema()
  const { control, handleSubmit, reset, formState, getValues } = useForm<PersonValues>({
    defaultValues: valuesOf(user),
    // An invitation may add the e-mail address.
    values: valuesOf(user),
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver(user.email === null ? schema.extend({ email: optionalEmail(schema) }) : schema),
  })
  const { dirtyFields, isDirty } = formState
  const save = useMutation({
    mutationFn: async (body: Partial<PersonValues>) =>
      (await request(api.PUT('/api/admin/users/{id}', { params: { path: { id: user.id } }, body }))).data,
    onSuccess: async (changed) => {
      reset(valuesOf(changed))
      client.setQueryData(personQuery(user.id).queryKey, changed)
      await client.invalidateQueries({ queryKey: peopleKey, refetchType: 'none' })
    },
  })
  // The API cannot take a phone number away, and an empty one is refused.
  const isPhoneRemoved = Boolean(user.phone) && dirtyFields.phone && getValues('phone').trim() === ''

  function submit(values: PersonValues) {
    const changed = Object.entries(values).filter(
      ([name, value]) => dirtyFields[name as keyof PersonValues] && value !== '',
    )
    if (changed.length > 0) save.mutate(Object.fromEntries(changed))
    else reset(valuesOf(user))
  }

  return (
    <section className="card" aria-labelledby="person-details">
      <h2 id="person-details">{t('admin.person.details')}</h2>
      <form className="form" noValidate onSubmit={handleSubmit(submit)}>
        <PersonFields
          control={control}
          isEmailOptional={user.email === null}
          isPatient={user.role === 'PATIENT'}
        />
        {isPhoneRemoved && <Notice>{t('admin.person.phoneStays')}</Notice>}
        <ErrorNotice error={save.error} />
        <div className="row">
          <Button type="submit" look="primary" isDisabled={!isDirty} isPending={save.isPending}>
            {t('common.save')}
          </Button>
          <span role="status">{save.isSuccess && !isDirty && t('admin.person.saved')}</span>
        </div>
      </form>
    </section>
  )
}
