import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { unresolvedQuery } from '../api/queries.ts'
import { isOfOther, useKeptCalls } from '../home/kept-calls.ts'
import { AlarmSound } from './alarm-sound.tsx'
import { HeldBanner } from './held-banner.tsx'
import { OthersCalls } from './lazy-others-calls.ts'
import { ReachBanner } from './reach-banner.tsx'
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
