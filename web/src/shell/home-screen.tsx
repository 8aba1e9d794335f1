import { Suspense } from 'react'
import { NowScreen } from '../now/now-screen.tsx'
import { lazyPart } from './lazy-part.ts'
import { useMe } from './use-me.ts'

const screens = {
  CAREGIVER: NowScreen,
  PATIENT: lazyPart(() => import('../home/patient-home.tsx'), 'PatientHome'),
  ADMIN: lazyPart(() => import('../admin/admin-home.tsx'), 'AdminHome'),
}

/** The first screen of each kind of person. */
export function HomeScreen() {
  const Screen = screens[useMe().role]
  return (
    <Suspense>
      <Screen />
    </Suspense>
  )
}
