import { lazy, Suspense } from 'react'
import { loadAllTexts } from '../i18n/i18n.ts'
import { NowScreen } from '../now/now-screen.tsx'
import { useMe } from './use-me.ts'

const screens = {
  CAREGIVER: NowScreen,
  PATIENT: lazy(async () => {
    const [{ PatientHome }] = await Promise.all([import('../home/patient-home.tsx'), loadAllTexts()])
    return { default: PatientHome }
  }),
  ADMIN: lazy(async () => {
    const [{ AdminHome }] = await Promise.all([import('../admin/admin-home.tsx'), loadAllTexts()])
    return { default: AdminHome }
  }),
}

/** HomeScreen is the first screen of each kind of person. */
export function HomeScreen() {
  const Screen = screens[useMe().role]
  return (
    <Suspense>
      <Screen />
    </Suspense>
  )
}
