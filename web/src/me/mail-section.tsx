import { useTranslation } from 'react-i18next'
import { ApiError, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { AddContact } from './add-contact.tsx'
import { ContactCard } from './contact-card.tsx'

/** The service has the last word; this finds what was forgotten. */
const addressRule = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export function MailSection({ contacts }: { contacts: Schema<'Contact'>[] }) {
  const { t } = useTranslation()
  const errorText = useErrorText()

  function explain(error: Error): { field?: string; form?: string } {
    if (!(error instanceof ApiError)) return { form: errorText(error) }
    if (error.status === 409) return { form: t('me.limit') }
    if (error.status === 503) return { form: t('me.mail.notSent') }
    if (error.code === 'MAIL_NOT_SET_UP') return { form: t('me.mail.unavailable') }
    if (error.code === 'MAIL_ADDRESS_REFUSED') return { field: t('me.mail.refused') }
    if ('address' in error.details) return { field: t('me.mail.addressWrong') }
    return { form: errorText(error) }
  }

  return (
    <section className="card" aria-labelledby="mail-title">
      <h2 id="mail-title">{t('me.mail.title')}</h2>
      {contacts.length > 0 && (
        <ul className="contact-list">
          {contacts.map((contact) => (
            <ContactCard key={contact.id} contact={contact} name={contact.label} />
          ))}
        </ul>
      )}
      <p className="muted">{t('me.mail.text')}</p>
      <AddContact
        label={t('me.mail.address')}
        type="email"
        addText={t('me.mail.add')}
        submitText={t('me.mail.send')}
        contactOf={(address, showDetails) => ({ channel: 'mail', address, showDetails })}
        check={(address) => (addressRule.test(address) ? undefined : t('me.mail.addressWrong'))}
        explain={explain}
      />
    </section>
  )
}
