import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { type InvitedPerson, PersonInviteForm } from './people-invite-form.tsx'
import { PersonLink } from './people-link.tsx'

export function PersonInviteDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const [invited, setInvited] = useState<InvitedPerson>()
  return (
    <Dialog
      title={t('admin.people.invite.title')}
      isOpen
      mustBeClosed={invited?.link !== undefined}
      onClose={onClose}
    >
      {invited ? (
        <>
          <PersonLink link={invited.link} name={invited.name} signsInAs={invited.signsInAs} />
          <div className="form-actions">
            <ButtonLink to="/admin/people/$userId" params={{ userId: invited.userId }} look="primary">
              {t('admin.people.invite.assign')}
            </ButtonLink>
            <Button onPress={() => setInvited(undefined)}>{t('admin.people.invite.another')}</Button>
            <Button onPress={onClose}>{t('common.close')}</Button>
          </div>
        </>
      ) : (
        <PersonInviteForm onInvited={setInvited} onCancel={onClose} />
      )}
    </Dialog>
  )
}
