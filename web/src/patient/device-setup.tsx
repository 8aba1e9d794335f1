import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { isWorn } from './device-words.ts'
import '../ui/qr-code.css'

export interface DeviceSetupProps {
  device: Pick<Schema<'ProvisionedDevice'>, 'name' | 'externalId' | 'kind' | 'key' | 'setup'>
  /** Without it, the setup is a part of a page. */
  onClose?(): void
}

/** What a device needs to send: the key, which is shown this once, as text, as a command and as a code. */
export function DeviceSetup({ device: { name, externalId, kind, key, setup }, onClose }: DeviceSetupProps) {
  const { t } = useTranslation()
  return (
    <div className="stack">
      <Notice tone="good" isAlert>
        {t('patient.devices.setup.registered', { name })}
      </Notice>
      <Notice tone="caution">{t('patient.devices.setup.once')}</Notice>
      <CopyField label={t('patient.devices.setup.key')} value={key} />
      <CopyField
        label={t(isWorn(kind) ? 'patient.devices.setup.address' : 'patient.devices.id')}
        value={externalId}
      />
      <img
        className="qr-code"
        src={`data:image/svg+xml,${encodeURIComponent(setup.qrCode)}`}
        alt={t('patient.devices.setup.code')}
      />
      <p className="muted">{t('patient.devices.setup.codeAbout')}</p>
      <CopyField label={t('patient.devices.setup.command')} value={setup.command} />
      <p className="muted">{t('patient.devices.setup.commandAbout')}</p>
      {onClose && (
        <div className="form-actions">
          <Button look="primary" onPress={onClose}>
            {t('common.close')}
          </Button>
        </div>
      )}
    </div>
  )
}
