import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { useSendFailure } from '../api/error-text.ts'
import { contactsQuery } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'

type Contact = Schema<'Contact'>

const isUsable = ({ confirmed, endedAt }: Contact) => confirmed && !endedAt

/** Sends a test message to the admin: an alert of a patient can only come from the patient or the device. */
export function TestStep({ onSent }: { onSent(): void }) {
  const { t } = useTranslation()
  const query = useQuery(contactsQuery)
  return (
    <div className="stack">
      <h3>{t('welcome.test.message')}</h3>
      <QueryState query={query}>
        {(contacts) =>
          contacts.some(isUsable) ? (
            <ul className="stack">
              {contacts.filter(isUsable).map((contact) => (
                <TestMessage key={contact.id} contact={contact} onSent={onSent} />
              ))}
            </ul>
          ) : (
            <Notice tone="caution">
              <span>{t('welcome.test.noContact')}</span>
              <ButtonLink to="/me/notifications">{t('welcome.test.addContact')}</ButtonLink>
            </Notice>
          )
        }
      </QueryState>
      <h3>{t('welcome.test.whole')}</h3>
      <ol className="welcome-list">
        <li>{t('welcome.test.press')}</li>
        <li>{t('welcome.test.answer')}</li>
        <li>{t('welcome.test.resolve')}</li>
      </ol>
      <div className="row">
        <ButtonLink to="/incidents">{t('nav.incidents')}</ButtonLink>
      </div>
    </div>
  )
}

function TestMessage({ contact, onSent }: { contact: Contact; onSent(): void }) {
  const { t } = useTranslation()
  const failureText = useSendFailure()
  const send = useMutation({
    mutationFn: async () =>
      (
        await request(
          api.POST('/api/notifications/contacts/{id}/test', { params: { path: { id: contact.id } } }),
        )
      ).data,
    onSuccess: ({ state }) => state === 'SENT' && onSent(),
  })
  return (
    <li className="stack">
      <div className="row">
        <span>{contact.label}</span>
        <Button isPending={send.isPending} onPress={() => send.mutate()}>
          {t('welcome.test.send')}
        </Button>
      </div>
      {send.data?.state === 'SENT' && <Notice tone="good">{t('welcome.test.sent')}</Notice>}
      {send.data && send.data.state !== 'SENT' && (
        <Notice tone="caution" isAlert>
          {t('welcome.test.failed', {
            reason: failureText(send.data) ?? t('common.unknown'),
          })}
        </Notice>
      )}
      <ErrorNotice error={send.error} />
    </li>
  )
}
