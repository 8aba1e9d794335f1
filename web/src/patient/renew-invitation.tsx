import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ClockTime } from '../ui/time-ago.tsx'
import { CopyText } from './copy-text.tsx'

export interface RenewInvitationProps {
  patient: Schema<'Patient'>
  onClose(): void
}

/**
 * Makes the link by which a patient without a password chooses one: an admin sees it this once, and that of
 * a caregiver is mailed to the patient. Whether they have a password, only the service knows, and says so.
 */
export function RenewInvitation({ patient, onClose }: RenewInvitationProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const { id, email: known } = patient
  const isMailed = useMe().role !== 'ADMIN'
  const renew = useMutation({
    mutationFn: async () => {
      const body = known === null ? { email: email.trim() } : {}
      return (await request(api.POST('/api/patients/{id}/invitation', { params: { path: { id } }, body })))
        .data
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: keys.patient(id) }),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    renew.mutate()
  }
  return (
    <Dialog
      title={t('patient.invite.again')}
      isOpen
      mustBeClosed={Boolean(renew.data?.token)}
      onClose={onClose}
    >
      {renew.data ? (
        <Link invitation={renew.data} patient={patient} onClose={onClose} />
      ) : (
        <form className="form" noValidate onSubmit={submit}>
          <p>{t('patient.invite.againAbout')}</p>
          {known === null ? (
            <TextField
              label={t('patient.invite.email')}
              type="email"
              autoComplete="off"
              isRequired
              value={email}
              onChange={setEmail}
            />
          ) : (
            <p>{t('patient.invite.againFor', { email: known })}</p>
          )}
          <ErrorNotice error={renew.error} />
          <FormActions
            submitText={t(isMailed ? 'patient.invite.send' : 'patient.invite.make')}
            isPending={renew.isPending}
            isDisabled={known === null && email.trim() === ''}
            onCancel={onClose}
          />
        </form>
      )}
    </Dialog>
  )
}

function Link({
  invitation,
  patient,
  onClose,
}: RenewInvitationProps & { invitation: Schema<'PatientInvitation'> }) {
  const { t } = useTranslation()
  const { email, url, token, expiresAt } = invitation
  return (
    <div className="stack">
      {token === null ? (
        <p>{t('patient.invite.sent', { email })}</p>
      ) : (
        <>
          <p>{t('patient.invite.pass', { name: `${patient.firstName} ${patient.lastName}` })}</p>
          <CopyText label={t('patient.invite.link')} text={url ?? `${location.origin}/invitation#${token}`} />
        </>
      )}
      <p className="muted">
        {t('patient.invite.expires')} <ClockTime at={expiresAt} />
      </p>
      <Button look="primary" onPress={onClose}>
        {t('common.close')}
      </Button>
    </div>
  )
}
