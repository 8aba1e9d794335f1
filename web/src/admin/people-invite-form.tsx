import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { noPerson, optionalEmail, type PersonValues, usePersonSchema } from '../ui/person-schema.ts'
import { z } from '../ui/zod.ts'
import { type InvitedRole, type InviteValues, PersonFields, RoleField } from './people-fields.tsx'
import { type AccountLink, addPatient, inviteCaregiver } from './people-invite.ts'
import { peopleKey } from './people-queries.ts'

export interface InvitedPerson {
  userId: string
  name: string
  signsInAs: string | null
  /** None for a patient without an e-mail address, who cannot sign in. */
  link: AccountLink | undefined
}

export interface PersonInviteFormProps {
  /** Asked for if it is not given. */
  personRole?: InvitedRole
  onInvited(person: InvitedPerson): void
  /** None where there is nothing to go back to. */
  onCancel?(): void
}

/** Creates the account of a caregiver or a patient, and returns the link to its password, if it has one. */
export function PersonInviteForm({ personRole, onInvited, onCancel }: PersonInviteFormProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const schema = usePersonSchema()
  const { control, handleSubmit } = useForm<InviteValues>({
    defaultValues: { ...noPerson, role: personRole ?? 'CAREGIVER' },
    resolver: zodResolver(
      z.discriminatedUnion('role', [
        schema
          .extend({ role: z.literal('CAREGIVER'), email: optionalEmail(schema) })
          .refine(({ email, signInName }) => email !== '' || signInName !== '', {
            path: ['email'],
            error: t('admin.people.errors.emailOrName'),
          }),
        schema.extend({ role: z.literal('PATIENT'), email: optionalEmail(schema) }),
      ]),
    ),
  })
  const isPatient = useWatch({ control, name: 'role' }) === 'PATIENT'
  const invite = useMutation({
    mutationFn: invitePerson,
    onSuccess: onInvited,
    // A patient may have been invited although the phone number could not be stored.
    onSettled: () => client.invalidateQueries({ queryKey: peopleKey }),
  })
  return (
    <form className="form" noValidate onSubmit={handleSubmit((values) => invite.mutate(values))}>
      {!personRole && <RoleField control={control} />}
      <PersonFields
        control={control as unknown as Control<PersonValues>}
        isEmailOptional
        isPatient={isPatient}
      />
      <ErrorNotice error={invite.error} />
      <FormActions
        submitText={t('admin.people.invite.submit')}
        isPending={invite.isPending}
        onCancel={onCancel}
      />
    </form>
  )
}

async function invitePerson({ role, phone, ...rest }: InviteValues): Promise<InvitedPerson> {
  const person = { ...rest, ...(phone && { phone }) }
  const invited = role === 'CAREGIVER' ? await inviteCaregiver(person) : await addPatient(person)
  const signsInAs = rest.signInName || rest.email || null
  return { name: `${rest.firstName} ${rest.lastName}`, signsInAs, ...invited }
}
