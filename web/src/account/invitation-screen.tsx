import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { EntryPage } from '../shell/entry-page.tsx'
import { LinkPasswordForm } from './link-password-form.tsx'
import { useLinkToken } from './use-link-token.ts'

/** The first page that somebody sees who was invited. */
export function InvitationScreen() {
  const { t } = useTranslation()
  const token = useLinkToken()
  return (
    <EntryPage title={t('account.invitation.title')}>
      <LinkPasswordForm
        token={token}
        about={t('account.invitation.text')}
        submitText={t('account.invitation.submit')}
        send={(body) => request(api.POST('/api/auth/accept-invitation', { body }))}
        another={<span>{t('account.link.askAdmin')}</span>}
      />
    </EntryPage>
  )
}
