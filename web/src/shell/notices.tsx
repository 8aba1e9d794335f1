import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { unresolvedQuery } from '../api/queries.ts'
import { isOfOther, useKeptCalls } from '../home/kept-calls.ts'
import { reachable } from '../live/live-value.ts'
import { ButtonLink } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { AlarmSound } from './alarm-sound.tsx'
import { HeldBanner } from './held-banner.tsx'
import { OthersCalls } from './lazy-part.ts'
import { useMe } from './use-me.ts'

/** About the service and this browser. They stand at the top of a screen, but never above an alarm. */
export function Notices() {
  const { id, role } = useMe()
  return (
    <>
      {useKeptCalls().some(isOfOther(id)) && (
        <Suspense>
          <OthersCalls userId={id} mayEnd={role !== 'PATIENT'} />
        </Suspense>
      )}
      <HeldBanner isAdmin={role === 'ADMIN'} />
      {role !== 'PATIENT' && <ReachBanner />}
      {role === 'CAREGIVER' && <CaregiverAlarm caregiverId={id} />}
    </>
  )
}

function CaregiverAlarm({ caregiverId }: { caregiverId: string }) {
  const { data } = useQuery(unresolvedQuery)
  return <AlarmSound ownerId={caregiverId} incidents={data} />
}

/** Warns somebody whom no message can reach, on every screen; the live stream says so, without a request. */
function ReachBanner() {
  const { t } = useTranslation()
  if (reachable.use() !== false) return null
  return (
    <Notice tone="caution">
      <span>{t('reach.unreachable')}</span>
      <ButtonLink to="/me/notifications">{t('reach.fix')}</ButtonLink>
    </Notice>
  )
}
