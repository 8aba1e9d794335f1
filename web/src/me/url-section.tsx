import { useTranslation } from 'react-i18next'
import { ApiError, type Schema } from '../api/client.ts'
import { useErrorText, useFieldText } from '../api/error-text.ts'
import { Button } from '../ui/button.tsx'
import { AddContact, type UrlChannel } from './add-contact.tsx'
import { ContactCard } from './contact-card.tsx'

/** The service has the last word; this finds what was forgotten. */
const isUrl = (url: string) => /^https?:\/\/[^/\s]+\/\S+$/.test(url)

/** One that nobody can guess: whoever knows it can read along. */
const suggestTopic = () => `https://ntfy.sh/fallwatch-${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`

/** What suggests an address, where one can be made up. */
const suggestions: Partial<Record<UrlChannel, () => string>> = { ntfy: suggestTopic }

interface UrlSectionProps {
  channel: UrlChannel
  contacts: Schema<'Contact'>[]
}

export function UrlSection({ channel, contacts }: UrlSectionProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const suggest = suggestions[channel]
  const fieldText = useFieldText()

  function explain(error: Error): { field?: string; form?: string } {
    if (!(error instanceof ApiError)) return { form: errorText(error) }
    if (error.status === 409) return { form: t('me.limit') }
    const reason = fieldText(error, 'url')
    if (reason) return { field: t('me.urlRefused', { reason }) }
    return { form: errorText(error) }
  }

  return (
    <section className="card" aria-labelledby={`${channel}-title`}>
      <h2 id={`${channel}-title`}>{t(`channel.${channel}.title`)}</h2>
      {contacts.length > 0 && (
        <ul className="contact-list">
          {contacts.map((contact) => (
            <ContactCard key={contact.id} contact={contact} name={contact.label} />
          ))}
        </ul>
      )}
      <p className="muted">{t(`channel.${channel}.text`)}</p>
      <AddContact
        label={t(`channel.${channel}.url`)}
        type="url"
        placeholder="https://…"
        addText={t(`channel.${channel}.add`)}
        submitText={t('me.notifications.add')}
        contactOf={(url, showDetails) => ({ channel, url, showDetails })}
        check={(url) => (isUrl(url) ? undefined : t(`channel.${channel}.urlWrong`))}
        explain={explain}
        {...(suggest && {
          help: (fill: (url: string) => void) => (
            <div className="row">
              <Button look="quiet" onPress={() => fill(suggest())}>
                {t('channel.ntfy.suggest')}
              </Button>
            </div>
          ),
        })}
      />
    </section>
  )
}
