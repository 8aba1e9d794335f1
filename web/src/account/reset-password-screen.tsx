import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { EntryPage } from '../shell/entry-page.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { LinkPasswordForm } from './link-password-form.tsx'

import { useLinkToken } from './use-link-token.ts'

/** Where the link leads of somebody who has forgotten the password. */
export function ResetPasswordScreen() {
  const { t } = useTranslation()
  const token = useLinkToken()
  return (
    <EntryPage title={t('account.reset.title')}>
      <LinkPasswordForm
        token={token}
        about={t('account.reset.text')}
        submitText={t('account.reset.submit')}
        send={(body) => request(api.POST('/api/auth/reset-password', { body }))}
        another={<ButtonLink to="/forgot-password">{t('account.link.another')}</ButtonLink>}
      />
    </EntryPage>
  )
}
