import { usePlaceText } from '../ui/place.ts'
import type { Incident } from './incident.ts'

/** The place to go to, if it is known. */
export function Where({ incident }: { incident: Incident }) {
  const place = usePlaceText()(incident)
  return place && <p className="incident-place">{place}</p>
}
