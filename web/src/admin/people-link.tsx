import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import type { AccountLink } from './people-invite.ts'
import { PrintButton } from './print-button.tsx'

export interface PersonLinkProps {
  /** None for somebody without an e-mail address, who cannot sign in. */
  link: AccountLink | undefined
  name: string
  /** An e-mail address or a sign-in name, for the printed sheet. */
  signsInAs: string | null
}

/** Hands a link over: it is not sent by the service, and not shown again. */
export function PersonLink({ link, name, signsInAs }: PersonLinkProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (!link)
    return (
      <Notice tone="good" isAlert>
        {t('admin.people.invite.added', { name })}
      </Notice>
    )
  const { url, expiresAt, isMailed } = link
  return (
    <div className="stack">
      <Notice tone="good" isAlert>
        {t('admin.people.link.ready', { name, until: formats.time(new Date(expiresAt)) })}{' '}
        {isMailed && t('admin.people.link.mailed', { email: signsInAs })}
      </Notice>
      <CopyField label={t('admin.people.link.label')} value={url} />
      <QrCode text={url} label={t('admin.people.link.code', { name })} />
      <div>
        <PrintButton links={[{ name, signsInAs, url, expiresAt }]} />
      </div>
      <p className="muted">{t('admin.people.link.once')}</p>
    </div>
  )
}
