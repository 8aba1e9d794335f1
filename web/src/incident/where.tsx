import type { Incident } from './incident.ts'
import { usePlaceBeside } from './incident-words.ts'

/** The place to go to, if it is known and the words above do not name it. */
export function Where({ incident }: { incident: Incident }) {
  const place = usePlaceBeside()(incident)
  return place && <p className="incident-place">{place}</p>
}
