import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { channelsQuery } from '../api/queries.ts'
import { channelWord } from '../i18n/channel-word.ts'
import { useFormats } from '../i18n/formats.ts'
import { Notice } from '../ui/notice.tsx'
import type { BrowserPush } from './browser-push.ts'

export type Obstacle = Exclude<BrowserPush['state'], 'granted' | 'default'>

/** Says why this browser shows no messages, and what to do about it. */
export function PushObstacle({ state }: { state: Obstacle }) {
  const { t } = useTranslation()
  if (state === 'not-installed')
    return (
      <Notice>
        <div className="stack">
          <strong>{t('me.push.iosTitle')}</strong>
          <ol className="steps">
            <li>{t('me.push.iosShare')}</li>
            <li>{t('me.push.iosAdd')}</li>
            <li>{t('me.push.iosOpen')}</li>
          </ol>
        </div>
      </Notice>
    )
  if (state === 'denied')
    return (
      <Notice tone="caution">
        <div className="stack">
          <strong>{t('me.push.denied')}</strong>
          <p>{t('me.push.deniedHow')}</p>
        </div>
      </Notice>
    )
  if (state === 'unsupported') return <Unsupported />
  return <Notice tone="caution">{t(`me.push.${state}`)}</Notice>
}

/** Recommends only what this installation can send. */
function Unsupported() {
  const { t } = useTranslation()
  const formats = useFormats()
  const { data = [] } = useQuery(channelsQuery)
  const others = data.filter(({ personal, configured, name }) => personal && configured && name !== 'push')
  const channels = formats.choice(others.map(({ name }) => channelWord(t, name)))
  return (
    <Notice tone="caution">
      {channels ? t('me.push.unsupportedInstead', { channels }) : t('me.push.unsupported')}
    </Notice>
  )
}
