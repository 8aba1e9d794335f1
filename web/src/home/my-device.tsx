import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useFormats } from '../i18n/formats.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { serviceTime } from '../live/service-clock.ts'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { useNow } from '../ui/now.ts'
import { TimeAgo } from '../ui/time-ago.tsx'
import { hasDeviceProblem, type Incident } from './my-incidents.ts'

const UsePhoneDialog = lazy(async () => ({
  default: (await import('../phone/use-phone-dialog.tsx')).UsePhoneDialog,
}))

/** More devices than these are not worn by one person at a time. */
const shownDevices = 2
/** What was seen longer ago than this is told as what was, not as what is. */
const freshMs = 2 * 60_000

const deviceQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.devices, id],
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/device/{id}', { signal, params: { path: { id } } }))).data,
  })

interface MyDevicesProps {
  ids: readonly string[]
  incidents: readonly Incident[]
}

/** Answers whether the devices work. Readings are no events: it is read again when somebody looks at the page. */
export function MyDevices({ ids, incidents }: MyDevicesProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const queries = useQueries({ queries: ids.slice(0, shownDevices).map(deviceQuery) })
  const isSilent = hasDeviceProblem(incidents, 'DEVICE_SILENT')
  const isLow = hasDeviceProblem(incidents, 'LOW_BATTERY')

  useEffect(() => {
    const look = () => {
      if (!document.hidden) void client.invalidateQueries({ queryKey: keys.devices })
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [client])
  // An alarm about a device begins and ends with its readings.
  const known = useRef({ isSilent, isLow })
  useEffect(() => {
    if (known.current.isSilent === isSilent && known.current.isLow === isLow) return
    known.current = { isSilent, isLow }
    void client.invalidateQueries({ queryKey: keys.devices })
  }, [client, isSilent, isLow])

  return (
    <section className="home-answer" aria-labelledby="my-device">
      <h2 id="my-device">{t('home.deviceTitle')}</h2>
      {ids.length === 0 && <p>{t('home.noDevice')}</p>}
      {queries.map(({ data, dataUpdatedAt, isError }, i) =>
        data ? (
          <DeviceState
            key={data.id}
            device={data}
            alarm={incidents.find(({ kind, deviceId }) => kind === 'LOW_BATTERY' && deviceId === data.id)}
            checkedAt={serviceTime(dataUpdatedAt)}
            isSilent={hasDeviceProblem(incidents, 'DEVICE_SILENT', data.id)}
          />
        ) : (
          <p key={ids[i]}>{isError ? t('home.deviceUnknown') : t('common.loading')}</p>
        ),
      )}
      <UsePhone deviceIds={ids} />
      {ids.length > 0 && (
        <Button onPress={() => void client.invalidateQueries({ queryKey: keys.devices })}>
          {t('home.lookAgain')}
        </Button>
      )}
    </section>
  )
}

/** For somebody who has no wearable at hand. */
function UsePhone({ deviceIds }: { deviceIds: readonly string[] }) {
  const { t } = useTranslation()
  const { id } = useMe()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('phone.use.open')}</Button>
      <Suspense>
        {isOpen && <UsePhoneDialog patientId={id} deviceIds={deviceIds} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}

interface DeviceStateProps {
  device: Schema<'Device'>
  /** That its battery is low. */
  alarm: Incident | undefined
  checkedAt: Date
  isSilent: boolean
}

function DeviceState({ device, alarm, checkedAt, isSilent }: DeviceStateProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const isLost = useLiveStatus().state === 'lost'
  const now = useNow()
  const isOld = now.getTime() - checkedAt.getTime() > freshMs
  const lastSeen = new Date(device.lastSeen ?? 0)
  const isActive = device.status === 'ACTIVE' && !isSilent
  const isWorking = isActive && !isOld
  return (
    <div className={isLost || isOld ? 'home-device home-old' : 'home-device'}>
      <p className={isWorking ? 'home-good' : 'home-caution'}>
        <span aria-hidden="true">{isWorking ? '✓' : '⚠'}</span>{' '}
        {t(isWorking ? 'home.deviceWorks' : isActive ? 'home.deviceWorked' : 'home.deviceSilent', {
          name: device.name,
        })}
      </p>
      <p>{t(batteryText(device.batteryLevel, alarm))}</p>
      {device.lastSeen && (
        <p>
          {isOld
            ? t('home.lastKnownReading', { time: formats.time(lastSeen, now) })
            : t('home.lastReading', { ago: formats.relative(lastSeen > now ? now : lastSeen, now) })}{' '}
          <span className="muted">
            {t('home.looked')} <TimeAgo at={checkedAt.toISOString()} />
          </span>
        </p>
      )}
    </div>
  )
}

/** Calls a battery low while its alarm is raised: by the limits of the patient, which the service knows. */
function batteryText(level: number | null, alarm: Incident | undefined) {
  if (level === null) return 'home.batteryUnknown'
  if (alarm) return alarm.severity === 'LOW' ? 'home.batteryLow' : 'home.batteryEmpty'
  return level < 50 ? 'home.batteryHalf' : 'home.batteryGood'
}
