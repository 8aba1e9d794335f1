import { useTranslation } from 'react-i18next'
import { CopyField } from '../ui/copy-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { QrCode } from '../ui/qr-code.tsx'

const exampleMac = 'AA:BB:CC:DD:EE:FF'

export interface DeviceConnectionProps {
  /** Shown this once. */
  deviceKey?: string
  macAddress: string | undefined
}

/** DeviceConnection is what a device needs to know: the address, the key and its own MAC address. */
export function DeviceConnection({ deviceKey, macAddress = exampleMac }: DeviceConnectionProps) {
  const { t } = useTranslation()
  const api = `${location.origin}/api`
  return (
    <div className="stack">
      {deviceKey && (
        <>
          <Notice tone="caution" isAlert>
            {t('welcome.device.once')}
          </Notice>
          <CopyField label={t('welcome.device.key')} value={deviceKey} />
          <QrCode
            text={JSON.stringify({ api, key: deviceKey, device_id: macAddress })}
            label={t('welcome.device.code')}
          />
          <p className="muted">{t('welcome.device.codeAbout')}</p>
        </>
      )}
      <CopyField label={t('welcome.device.curl')} value={curlLine(api, deviceKey ?? '$KEY', macAddress)} />
      <p className="muted">{t('welcome.device.curlAbout')}</p>
    </div>
  )
}

/** curlLine sends one reading of a device that lies still. */
function curlLine(api: string, key: string, macAddress: string): string {
  const still = { accel_x: 0, accel_y: 0, accel_z: 9.8, gyro_x: 0, gyro_y: 0, gyro_z: 0 }
  const reading = JSON.stringify({ device_id: macAddress, uptime_ms: 1000, ...still })
  const headers = `-H "Authorization: Bearer ${key}" -H "Content-Type: application/json"`
  return `curl ${api}/device/sensor-stream ${headers} -d '${reading}'`
}
