import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Tag } from '../ui/tag.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'
import type { Correspondent, Thread } from './message-queries.ts'

export interface InboxProps {
  threads: readonly Thread[]
  recipients: readonly Correspondent[]
  openId: string | undefined
  onOpen(personId: string): void
}

/** Lists the people one has written with, and lets one write to somebody else. */
export function Inbox({ threads, recipients, openId, onOpen }: InboxProps) {
  const { t } = useTranslation()
  const names = new Map(recipients.map(({ id, name }) => [id, name]))
  const others = recipients.filter(({ id }) => !threads.some(({ personId }) => personId === id))
  return (
    <div className="stack">
      {threads.length === 0 && <p className="muted">{t('patient.messages.empty')}</p>}
      <ul className="mail-threads">
        {threads.map(({ personId, last, unread }) => (
          <li key={personId} className={personId === openId ? 'mail-thread mail-thread-open' : 'mail-thread'}>
            <Button look="quiet" aria-current={personId === openId} onPress={() => onOpen(personId)}>
              <span className="mail-thread-head">
                <strong>{names.get(personId) ?? t('patient.messages.unknownPerson')}</strong>
                {unread > 0 && <Tag tone="accent">{t('patient.messages.unread', { count: unread })}</Tag>}
              </span>
              <span className={unread > 0 ? 'mail-thread-text mail-unread' : 'mail-thread-text'}>
                {last.senderId === personId
                  ? last.content
                  : t('patient.messages.yours', { text: last.content })}
              </span>
              <span className="muted">
                <TimeAgo at={last.createdAt} />
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <SelectField
          label={t('patient.messages.writeTo')}
          value={others.some(({ id }) => id === openId) ? (openId ?? '') : ''}
          options={[
            { value: '', label: t('patient.messages.chooseSomebody') },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => id && onOpen(id)}
        />
      )}
    </div>
  )
}
