import { useQuery } from '@tanstack/react-query'
import { unresolvedQuery } from '../api/queries.ts'
import { SoundSign } from './sound-sign.tsx'
import { useMe } from './use-me.ts'

/** The sign of the signed-in caregiver, in the frame of every screen. */
export function CaregiverSoundSign() {
  const { data } = useQuery(unresolvedQuery)
  return <SoundSign ownerId={useMe().id} incidents={data} to="/me/notifications" />
}
