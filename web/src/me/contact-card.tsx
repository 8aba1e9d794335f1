import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useFormats } from '../i18n/formats.ts'
import { serviceTime } from '../live/service-clock.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { Tag } from '../ui/tag.tsx'
import { ClockTime } from '../ui/time-ago.tsx'
import { CodeForm } from './code-form.tsx'
import { ContactTest } from './contact-test.tsx'

export interface ContactCardProps {
  contact: Schema<'Contact'>
  name: string
}

/** One way to reach the person: whether it works, a test, and its removal. */
export function ContactCard({ contact, name }: ContactCardProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { id, confirmed, endedAt, showDetails, createdAt, lastSentAt } = contact
  const [isRemoving, setRemoving] = useState(false)
  return (
    <li className="contact">
      <div className="row">
        <strong>{name}</strong>
        <ContactState contact={contact} />
      </div>
      <dl className="facts">
        <dt>{t('me.notifications.added')}</dt>
        <dd>
          <ClockTime at={createdAt} />
        </dd>
        <dt>{t('me.notifications.lastSent')}</dt>
        <dd>{lastSentAt ? <ClockTime at={lastSentAt} /> : t('me.notifications.neverSent')}</dd>
        <dt>{t('me.notifications.sent')}</dt>
        <dd>{showDetails ? t('me.notifications.withNames') : t('me.notifications.withoutNames')}</dd>
      </dl>
      {endedAt && (
        <p>{t('me.notifications.endedHint', { when: formats.relative(new Date(endedAt), serviceTime()) })}</p>
      )}
      {!confirmed && <CodeForm contact={contact} />}
      <div className="row">
        {confirmed && !endedAt && <ContactTest contactId={id} name={name} />}
        <Button
          look="quiet"
          aria-label={`${t('me.notifications.remove')}: ${name}`}
          onPress={() => setRemoving(true)}
        >
          {t('me.notifications.remove')}
        </Button>
      </div>
      <Dialog
        title={t('me.notifications.removeTitle')}
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
      >
        <Removal contactId={id} name={name} onCancel={() => setRemoving(false)} />
      </Dialog>
    </li>
  )
}

function ContactState({ contact: { confirmed, endedAt } }: { contact: Schema<'Contact'> }) {
  const { t } = useTranslation()
  if (endedAt) return <Tag tone="caution">{t('me.notifications.ended')}</Tag>
  if (!confirmed) return <Tag tone="caution">{t('me.notifications.unconfirmed')}</Tag>
  return <Tag tone="good">{t('me.notifications.ready')}</Tag>
}

function Removal({ contactId, name, onCancel }: { contactId: string; name: string; onCancel(): void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const removing = useMutation({
    mutationFn: () =>
      request(api.DELETE('/api/notifications/contacts/{id}', { params: { path: { id: contactId } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.contacts }),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    removing.mutate()
  }
  return (
    <form className="form" onSubmit={submit}>
      <p>{t('me.notifications.removeText', { label: name })}</p>
      <ErrorNotice error={removing.error} />
      <FormActions
        submitText={t('me.notifications.remove')}
        isPending={removing.isPending}
        onCancel={onCancel}
      />
    </form>
  )
}
