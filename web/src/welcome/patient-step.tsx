import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { assignPatient } from '../admin/people-invite.ts'
import { type InvitedPerson, PersonInviteForm } from '../admin/people-invite-form.tsx'
import { PersonLink } from '../admin/people-link.tsx'
import { useErrorText } from '../api/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { KnownPerson } from './known-person.tsx'

export interface PatientStepProps {
  patientId: string | undefined
  /** Assigned to the new patient. */
  caregiverId: string | undefined
  onAdded(id: string): void
}

export function PatientStep({ patientId, caregiverId, onAdded }: PatientStepProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [added, setAdded] = useState<InvitedPerson>()
  const assign = useMutation({
    mutationFn: (ids: { caregiver: string; patient: string }) => assignPatient(ids.caregiver, ids.patient),
  })
  if (added)
    return (
      <div className="stack">
        <PersonLink {...added} />
        {assign.isSuccess && <Notice tone="good">{t('welcome.patient.assigned')}</Notice>}
        {assign.error && (
          <Notice tone="caution" isAlert>
            <span>{t('welcome.patient.notAssigned', { reason: errorText(assign.error) })}</span>
            <Button onPress={() => assign.variables && assign.mutate(assign.variables)}>
              {t('common.retry')}
            </Button>
          </Notice>
        )}
        {!caregiverId && <Notice tone="caution">{t('welcome.patient.noCaregiver')}</Notice>}
      </div>
    )
  if (patientId) return <KnownPerson userId={patientId} />
  return (
    <PersonInviteForm
      personRole="PATIENT"
      onInvited={(person) => {
        const { userId } = person
        setAdded(person)
        onAdded(userId)
        if (caregiverId) assign.mutate({ caregiver: caregiverId, patient: userId })
      }}
    />
  )
}
