import { incidentKinds, incidentStates } from '../../src/alerting/model/incident.ts'
import type { Api } from './api.ts'
import type { Caregiver } from './people.ts'

/** How many incidents there were in a run: of each kind that occurred, and those that are open. */
export interface IncidentCounts {
  byKind: [kind: string, count: number][]
  open: number
}

/** Counts the incidents that a caregiver has seen since it was made. */
export async function createIncidentCount(api: Api, { token }: Pick<Caregiver, 'token'>) {
  const ask = async (filter: string) => {
    const answer = await api.ask('GET', `/incidents?limit=1&${filter}`, { token })
    return answer.body.pagination?.total ?? 0
  }
  const countAll = () =>
    Promise.all(incidentKinds.map((kind) => ask(`kind=${kind}&state=${incidentStates.join(',')}`)))
  const before = await countAll()
  return async (): Promise<IncidentCounts> => {
    const totals = await countAll()
    const counts = incidentKinds.map((kind, i): [string, number] => [
      kind,
      (totals[i] ?? 0) - (before[i] ?? 0),
    ])
    return { byKind: counts.filter(([, count]) => count > 0), open: await ask('state=OPEN') }
  }
}
