import { useTranslation } from 'react-i18next'
import { ApiError, type Schema } from '../api/client.ts'
import { useErrorText, useServiceText } from '../api/error-text.ts'
import { Button } from '../ui/button.tsx'
import { AddContact } from './add-contact.tsx'
import { ContactCard } from './contact-card.tsx'

const isTopicUrl = (url: string) => /^https?:\/\/[^/\s]+\/[^/\s]+$/.test(url)

/** suggestTopic is one that nobody can guess: whoever knows it can read along. */
const suggestTopic = () => `https://ntfy.sh/fallwatch-${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`

export function NtfySection({ contacts }: { contacts: Schema<'Contact'>[] }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const serviceText = useServiceText()

  function explain(error: Error): { field?: string; form?: string } {
    if (!(error instanceof ApiError)) return { form: errorText(error) }
    if (error.status === 409) return { form: t('me.limit') }
    const { url } = error.details
    if (typeof url === 'string') return { field: t('me.ntfy.urlRefused', { reason: serviceText(url) }) }
    return { form: errorText(error) }
  }

  return (
    <section className="card" aria-labelledby="ntfy-title">
      <h2 id="ntfy-title">{t('me.ntfy.title')}</h2>
      {contacts.length > 0 && (
        <ul className="contact-list">
          {contacts.map((contact) => (
            <ContactCard key={contact.id} contact={contact} name={contact.label} />
          ))}
        </ul>
      )}
      <p className="muted">{t('me.ntfy.text')}</p>
      <AddContact
        label={t('me.ntfy.url')}
        type="url"
        placeholder="https://ntfy.sh/…"
        addText={t('me.ntfy.add')}
        submitText={t('me.notifications.add')}
        contactOf={(url, showDetails) => ({ channel: 'ntfy', url, showDetails })}
        check={(url) => (isTopicUrl(url) ? undefined : t('me.ntfy.urlWrong'))}
        explain={explain}
        help={(fill) => (
          <div className="row">
            <Button look="quiet" onPress={() => fill(suggestTopic())}>
              {t('me.ntfy.suggest')}
            </Button>
          </div>
        )}
      />
    </section>
  )
}
