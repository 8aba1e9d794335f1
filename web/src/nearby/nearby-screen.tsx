import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { AssignDevice, ConnectKnown } from './assign-device.tsx'
import { type NearbyDevice, nearbyQuery, topicsQuery } from './intake-queries.ts'
import { NearbyList } from './nearby-list.tsx'
import { Topics } from './topics.tsx'
import { WebhooksIn } from './webhooks-in.tsx'
import './nearby.css'

/** Devices of others: what was seen of them, and where their messages come in. */
export function NearbyScreen() {
  const { t } = useTranslation()
  const nearby = useQuery(nearbyQuery)
  const topics = useQuery(topicsQuery)
  // The dialog outlives its line, which moves with every press and goes with the assignment.
  const [chosen, setChosen] = useState<NearbyDevice>()
  const close = () => setChosen(undefined)
  return (
    <div className="stack">
      <ScreenTitle>{t('nav.nearby')}</ScreenTitle>
      <QueryState query={topics}>
        {(ways) => (
          <>
            {/* Without a way in, nothing can be seen: that comes first. */}
            {ways.topics.length > 0 || nearby.data?.length !== 0 ? (
              <QueryState query={nearby}>
                {(devices) => <Seen devices={devices} onChoose={setChosen} />}
              </QueryState>
            ) : (
              <p>{t('admin.nearby.first')}</p>
            )}
            <Topics {...ways} />
            <WebhooksIn />
          </>
        )}
      </QueryState>
      {chosen &&
        (chosen.deviceId === null ? (
          <AssignDevice device={chosen} onClose={close} />
        ) : (
          <ConnectKnown device={chosen} onClose={close} />
        ))}
    </div>
  )
}

interface SeenProps {
  devices: readonly NearbyDevice[]
  onChoose(device: NearbyDevice): void
}

function Seen({ devices, onChoose }: SeenProps) {
  const { t } = useTranslation()
  return (
    <section className="stack" aria-labelledby="nearby">
      <h2 id="nearby" className="visually-hidden">
        {t('nav.nearby')}
      </h2>
      <Notice>
        <span>
          <strong>{t('admin.nearby.press')}</strong> {t('admin.nearby.about')}
        </span>
      </Notice>
      {devices.length === 0 ? (
        <p className="muted">{t('admin.nearby.none')}</p>
      ) : (
        <NearbyList devices={devices} onChoose={onChoose} />
      )}
    </section>
  )
}
