import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { useFormats } from '../i18n/formats.ts'
import { Button } from '../ui/button.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { useNow } from '../ui/now.ts'
import { QrCode } from '../ui/qr-code.tsx'

export interface UsePhoneDialogProps {
  patientId: string
  /** The devices of the patient, as they are now. */
  deviceIds: readonly string[]
  onClose(): void
}

/** Shows a code by which a phone becomes a device of a patient, and says when it has. */
export function UsePhoneDialog({ patientId, deviceIds, onClose }: UsePhoneDialogProps) {
  const { t } = useTranslation()
  const name = t('phone.use.name')
  const [idsBefore] = useState(deviceIds)
  const hasConnected = deviceIds.some((id) => !idsBefore.includes(id))
  const link = useMutation({
    mutationFn: async () => {
      const params = { path: { id: patientId } }
      return (await request(api.POST('/api/patients/{id}/phone-links', { params, body: { name } }))).data
    },
  })
  const { mutate } = link
  useEffect(() => mutate(), [mutate])
  return (
    <Dialog title={t('phone.use.title')} isOpen onClose={onClose}>
      <div className="stack">
        {hasConnected ? (
          <Notice tone="good" isAlert>
            {t('phone.use.connected')}
          </Notice>
        ) : (
          link.data && <PhoneCode link={link.data} onRenew={mutate} />
        )}
        <ErrorNotice error={link.error} />
        <p className="muted">{t('phone.limits')}</p>
        <div className="form-actions">
          <Button look={hasConnected ? 'primary' : 'plain'} onPress={onClose}>
            {t('common.close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface PhoneCodeProps {
  link: { token: string; expiresAt: string; origins: readonly string[] }
  onRenew(): void
}

function PhoneCode({ link: { token, expiresAt, origins }, onRenew }: PhoneCodeProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const now = useNow()
  const addresses = reachableFrom(origins)
  const [chosen, setChosen] = useState(0)
  const address = addresses[chosen % addresses.length]
  if (Date.parse(expiresAt) <= now.getTime())
    return (
      <div>
        <Button look="primary" onPress={onRenew}>
          {t('phone.use.another')}
        </Button>
      </div>
    )
  const here = window.isSecureContext && (
    // Loads the page: who is signed in here is another one than who uses the phone.
    <p>
      <a className="button button-plain" href={`/phone#${token}`}>
        {t('phone.use.here')}
      </a>
    </p>
  )
  // Whoever holds a phone already need not scan its own screen.
  const isPhone = matchMedia('(pointer: coarse)').matches
  return (
    <>
      {isPhone && here}
      {address ? (
        <>
          <p>{t('phone.use.about')}</p>
          <QrCode text={`${address}/phone#${token}`} label={t('phone.use.code')} />
          <CopyField label={t('phone.use.link')} value={`${address}/phone#${token}`} />
          {addresses.length > 1 && (
            <div>
              <Button onPress={() => setChosen(chosen + 1)}>{t('phone.use.other')}</Button>
            </div>
          )}
        </>
      ) : (
        <Notice tone="caution">{t('phone.use.noAddress')}</Notice>
      )}
      <p className="muted">{t('phone.use.until', { time: formats.time(new Date(expiresAt)) })}</p>
      {!isPhone && here}
    </>
  )
}

const ownNames = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Where a phone could open the console: what the service knows, or else where this page was opened, if that is not the machine itself. */
function reachableFrom(origins: readonly string[]): string[] {
  const isReachable = location.protocol === 'https:' && !ownNames.test(location.hostname)
  const own = isReachable ? [location.origin] : []
  // The address that is known to work for this browser goes first.
  return [...new Set([...(origins.includes(location.origin) ? own : []), ...origins, ...own])]
}
