import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { useNow } from '../ui/now.ts'
import { Tag } from '../ui/tag.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'
import { useAdapterName } from './adapters.ts'
import type { NearbyDevice } from './intake-queries.ts'

/** Somebody presses a button and then looks at the list. */
const litMs = 20_000

interface NearbyListProps {
  devices: readonly NearbyDevice[]
  onChoose(device: NearbyDevice): void
}

/** Lists what was seen, the newest first; what was heard of just now is lit up. */
export function NearbyList({ devices, onChoose }: NearbyListProps) {
  const { t } = useTranslation()
  const now = useNow()
  const isLit = ({ lastSeenAt }: NearbyDevice) => now.getTime() - Date.parse(lastSeenAt) < litMs
  const [first] = devices
  return (
    <>
      <p role="status" className="visually-hidden">
        {first && isLit(first) && t('admin.nearby.heard', { device: first.externalId })}
      </p>
      <ul className="nearby-list">
        {devices.map((device) => (
          <NearbyLine
            key={`${device.source.id} ${device.externalId}`}
            device={device}
            isLit={isLit(device)}
            onChoose={() => onChoose(device)}
          />
        ))}
      </ul>
    </>
  )
}

interface NearbyLineProps {
  device: NearbyDevice
  isLit: boolean
  onChoose(): void
}

function NearbyLine({ device, isLit, onChoose }: NearbyLineProps) {
  const { t } = useTranslation()
  const adapterName = useAdapterName()
  const { externalId, suggestedKind, adapter, source, lastMessage, lastSeenAt, count, deviceId } = device
  const action = t(deviceId === null ? 'admin.nearby.assign.open' : 'admin.nearby.connect.open')
  return (
    <li className={isLit ? 'card nearby-lit' : 'card'}>
      <div className="row">
        <h3 className="nearby-id">{externalId}</h3>
        {isLit && <Tag tone="good">{t('admin.nearby.now')}</Tag>}
      </div>
      <p>
        {t('admin.nearby.probably', { kind: t(`patient.devices.kinds.${suggestedKind}`) })}
        {' · '}
        {source.name ?? adapterName(adapter)}
        {' · '}
        <span className="muted">
          <TimeAgo at={lastSeenAt} />, {t('admin.nearby.times', { count })}
        </span>
      </p>
      {deviceId !== null && <p>{t('admin.nearby.connect.hint')}</p>}
      <code className="nearby-message">{lastMessage}</code>
      <div>
        <Button
          look={isLit ? 'primary' : 'plain'}
          aria-label={t('admin.devices.actionOn', { action, device: externalId })}
          onPress={onChoose}
        >
          {action}
        </Button>
      </div>
    </li>
  )
}
