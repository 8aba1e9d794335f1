import { useState } from 'react'
import { type InvitedPerson, PersonInviteForm } from '../admin/people-invite-form.tsx'
import { PersonLink } from '../admin/people-link.tsx'
import { KnownPerson } from './known-person.tsx'

export interface CaregiverStepProps {
  caregiverId: string | undefined
  onInvited(id: string): void
}

export function CaregiverStep({ caregiverId, onInvited }: CaregiverStepProps) {
  const [invited, setInvited] = useState<InvitedPerson>()
  if (invited) return <PersonLink {...invited} />
  if (caregiverId) return <KnownPerson userId={caregiverId} />
  return (
    <PersonInviteForm
      personRole="CAREGIVER"
      onInvited={(person) => {
        setInvited(person)
        onInvited(person.userId)
      }}
    />
  )
}
