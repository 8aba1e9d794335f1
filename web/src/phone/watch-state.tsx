import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { Button } from '../ui/button.tsx'
import { startFromTouch } from './monitor.ts'
import { type PhoneState, phoneState } from './phone-state.ts'
import { screenStaysOn } from './wake-lock.ts'

/** Whether the phone watches, and whether the service hears of it. Every line has its place, so that nothing moves. */
export function WatchState() {
  const { t } = useTranslation()
  const formats = useFormats()
  const state = phoneState.use()
  const staysOn = screenStaysOn.use()
  if (!state) return null
  const { motion, gap } = state
  const isWatching = motion === 'watching'
  const time = (ms: number) => formats.time(new Date(ms))
  return (
    <section className="phone-state" aria-label={t('phone.state')}>
      <p className={`phone-motion ${isWatching ? 'phone-good' : 'phone-caution'}`} role="status">
        <span aria-hidden="true">{isWatching ? '✓' : '⚠'}</span> <MotionText state={state} />
      </p>
      <div className="phone-act">
        {motion === 'touch' ? (
          <Button look="primary" size="large" onPress={startFromTouch}>
            {t('phone.start')}
          </Button>
        ) : (
          <p>{t(adviceOf(state, staysOn))}</p>
        )}
      </div>
      <p className="phone-line">
        <LineText state={state} />
      </p>
      {/* Without the count, which would be said each second. */}
      <p className="visually-hidden" role="status">
        {state.line === 'lost'
          ? t('phone.line.none')
          : state.line === 'connected' && t('phone.line.connected')}
      </p>
      <p className="phone-gap">
        {gap && t('phone.gap', { from: time(gap.fromMs), until: time(gap.untilMs) })}
      </p>
    </section>
  )
}

function MotionText({ state: { motion, watchedUntilMs } }: { state: PhoneState }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (motion === 'watching') return t('phone.watching')
  if (motion === 'starting') return t('phone.starting')
  if (motion === 'elsewhere') return t('phone.notHere')
  return watchedUntilMs === undefined
    ? t('phone.notWatching')
    : t('phone.notWatchingSince', { time: formats.time(new Date(watchedUntilMs)) })
}

function adviceOf({ motion }: PhoneState, staysOn: boolean | undefined) {
  switch (motion) {
    case 'denied':
      return 'phone.denied'
    case 'missing':
      return 'phone.missing'
    case 'elsewhere':
      return 'phone.elsewhere'
    case 'stopped':
      return 'phone.stopped'
    default:
      return staysOn === false ? 'phone.screenGoesOff' : 'phone.screenStaysOn'
  }
}

function LineText({ state: { motion, line, kept, lost, isDurable } }: { state: PhoneState }) {
  const { t } = useTranslation()
  const hasToSend = motion === 'starting' || motion === 'watching'
  const texts = [
    line === undefined && hasToSend && t('phone.line.unknown'),
    line === 'connected' &&
      (kept > 1 ? t('phone.line.catchingUp', { count: kept }) : t('phone.line.connected')),
    line === 'lost' && t('phone.line.lost', { count: kept }),
    line === 'refused' && t('phone.line.refused'),
    line === 'ended' && t('phone.line.ended'),
    lost > 0 && t('phone.line.givenUp', { count: lost }),
    kept > 0 && line === 'lost' && !isDurable && t('phone.line.notDurable'),
  ]
  return texts.filter(Boolean).join(' ')
}
