import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { usePlaceText } from '../ui/place.ts'
import { QrCode } from '../ui/qr-code.tsx'
import './print-sheet.css'

/** A card for somebody who gets a link on paper. */
export interface PrintedLink {
  name: string
  /** An e-mail address or a sign-in name. */
  signsInAs: string | null
  url: string
  expiresAt: string
}

/** A label to stick on a device, without its key. */
export interface PrintedDevice {
  id: string
  name: string
  macAddress: string
  patientId: string
  patientName: string
  place: { site: string | null; ward: string | null; room: string | null }
}

export interface PrintSheetProps {
  links: readonly PrintedLink[]
  devices?: readonly PrintedDevice[]
}

/**
 * Prints cards and labels as soon as it is shown. It stands beside the page, which is not printed, and is not to
 * be seen on the screen.
 */
export function PrintSheet({ links, devices = [] }: PrintSheetProps) {
  const { t } = useTranslation()
  useEffect(() => window.print(), [])
  return createPortal(
    <div className="print-sheet">
      {links.length > 0 && (
        <ul className="print-cards" aria-label={t('print.invitations')}>
          {links.map((link) => (
            <LinkCard key={link.url} {...link} />
          ))}
        </ul>
      )}
      {devices.length > 0 && (
        <ul className="print-labels" aria-label={t('print.labels')}>
          {devices.map((device) => (
            <DeviceLabel key={device.id} {...device} />
          ))}
        </ul>
      )}
    </div>,
    document.body,
  )
}

function LinkCard({ name, signsInAs, url, expiresAt }: PrintedLink) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <li className="print-card">
      <QrCode text={url} label={t('print.code', { name })} />
      <div>
        <strong className="print-name">{name}</strong>
        {signsInAs && (
          <p>
            {t('print.signsInAs')}
            <br />
            <strong className="print-sign-in">{signsInAs}</strong>
          </p>
        )}
        <ol>
          <li>{t('print.scan')}</li>
          <li>{t('print.password')}</li>
          <li>{t('print.later', { address: new URL(url).origin })}</li>
        </ol>
        <p className="print-small">{t('print.until', { until: formats.time(new Date(expiresAt)) })}</p>
      </div>
    </li>
  )
}

function DeviceLabel({ name, macAddress, patientId, patientName, place }: PrintedDevice) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  return (
    <li className="print-label">
      <QrCode
        text={`${location.origin}/patients/${patientId}?tab=devices`}
        label={t('print.deviceCode', { name: patientName })}
      />
      <div>
        <strong className="print-name">{patientName}</strong>
        <p>{placeText(place)}</p>
        <p className="print-small">{name}</p>
        <p className="print-small">{macAddress}</p>
      </div>
    </li>
  )
}
