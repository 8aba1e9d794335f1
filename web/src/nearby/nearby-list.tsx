import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { useNow } from '../ui/now.ts'
import { Tag } from '../ui/tag.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'
import { useAdapterName } from './adapters.ts'
import { AssignDevice, ConnectKnown } from './assign-device.tsx'
import type { NearbyDevice } from './intake-queries.ts'

/** Somebody presses a button and then looks at the list. */
const litMs = 20_000

/** Lists what was seen, the newest first; what was heard of just now is lit up. */
export function NearbyList({ devices }: { devices: readonly NearbyDevice[] }) {
  const { t } = useTranslation()
  const now = useNow()
  // A press moves its line to the top; the dialog keeps the one that was chosen.
  const [chosen, setChosen] = useState<NearbyDevice>()
  const isLit = ({ lastSeenAt }: NearbyDevice) => now.getTime() - Date.parse(lastSeenAt) < litMs
  const close = () => setChosen(undefined)
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
            onChoose={() => setChosen(device)}
          />
        ))}
      </ul>
      {chosen &&
        (chosen.deviceId === null ? (
          <AssignDevice device={chosen} onClose={close} />
        ) : (
          <ConnectKnown device={chosen} onClose={close} />
        ))}
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
