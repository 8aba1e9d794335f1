import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError, api, request, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { keys } from '../api/keys.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { FormTextField } from '../ui/form-text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { optionalEmail, type PersonValues, usePersonSchema } from '../ui/person-schema.ts'
import { ClockTime } from '../ui/time-ago.tsx'
import { CopyText } from './copy-text.tsx'

type NewPatient = Omit<PersonValues, 'phone' | 'signInName'>

/** Adds a patient and shows, once, the link by which they choose their password. */
export function InvitePatient({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const invite = useMutation({
    mutationFn: async ({ email, ...name }: NewPatient) =>
      (await request(api.POST('/api/patients', { body: { ...name, ...(email && { email }) } }))).data,
    onSuccess: () => void client.invalidateQueries({ queryKey: keys.overview }),
  })
  function close() {
    onClose()
    invite.reset()
  }
  return (
    <Dialog
      title={t('patient.invite.title')}
      isOpen={isOpen}
      mustBeClosed={Boolean(invite.data?.invitation)}
      onClose={close}
    >
      {invite.data ? (
        <Invitation patient={invite.data} onClose={close} />
      ) : (
        <InviteForm
          error={invite.error}
          isPending={invite.isPending}
          onSubmit={(body) => invite.mutate(body)}
          onClose={close}
        />
      )}
    </Dialog>
  )
}

interface InviteFormProps {
  error: unknown
  isPending: boolean
  onSubmit(body: NewPatient): void
  onClose(): void
}

function InviteForm({ error, isPending, onSubmit, onClose }: InviteFormProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const schema = usePersonSchema()
  const { control, handleSubmit } = useForm<NewPatient>({
    defaultValues: { firstName: '', lastName: '', email: '' },
    resolver: zodResolver(
      schema.omit({ phone: true, signInName: true }).extend({ email: optionalEmail(schema) }),
    ),
  })
  const field = (name: keyof NewPatient) => (
    <FormTextField
      control={control}
      name={name}
      label={t(`patient.invite.${name}`)}
      type={name === 'email' ? 'email' : 'text'}
      autoComplete="off"
      isRequired={name !== 'email'}
      description={name === 'email' ? t('patient.invite.emailAbout') : undefined}
    />
  )
  return (
    <form className="form" noValidate onSubmit={handleSubmit(onSubmit)}>
      {field('firstName')}
      {field('lastName')}
      {field('email')}
      {error !== null && (
        <Notice tone="caution" isAlert>
          {error instanceof ApiError && error.status === 409 ? t('patient.invite.known') : errorText(error)}
        </Notice>
      )}
      <FormActions submitText={t('patient.invite.submit')} isPending={isPending} onCancel={onClose} />
    </form>
  )
}

function Invitation({ patient, onClose }: { patient: Schema<'NewPatient'>; onClose(): void }) {
  const { t } = useTranslation()
  const { firstName, lastName, invitation } = patient
  return (
    <div className="stack">
      <p>
        {t(invitation ? 'patient.invite.done' : 'patient.invite.added', { name: `${firstName} ${lastName}` })}
      </p>
      {invitation && (
        <>
          <CopyText
            label={t('patient.invite.link')}
            text={`${location.origin}/invitation#${invitation.token}`}
          />
          <p className="muted">
            {t('patient.invite.expires')} <ClockTime at={invitation.expiresAt} />
          </p>
        </>
      )}
      <Button look="primary" onPress={onClose}>
        {t('common.close')}
      </Button>
    </div>
  )
}
