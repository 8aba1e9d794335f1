import assert from 'node:assert/strict'
import { readEntry, type StoredEntry } from '../../src/alerting/incidents/stored-entry.ts'
import type { Incident } from '../../src/alerting/model/incident.ts'
import { watchDevices } from '../../src/alerting/monitoring/watch-devices.ts'
import { buildApp } from '../../src/app/app.ts'
import type { Fields, Person } from './readings.ts'
import type { TestService } from './service.ts'

/** The service looks more often, which makes no difference where alarms take minutes, and where they take half an hour. */
const [lookSeconds, longLookSeconds] = [60, 150]

/** Lets time pass as the service does: it looks for silent devices again and again. */
export async function watch(
  service: TestService,
  seconds: number,
  meanwhile = async () => {},
): Promise<void> {
  const step = seconds < 1800 ? lookSeconds : longLookSeconds
  for (let passed = 0; passed < seconds; passed += step) {
    service.advance(`${Math.min(step, seconds - passed)}s`)
    await meanwhile()
    await watchDevices(service.ctx)
  }
}

export type SeenIncident = Pick<
  Incident,
  'id' | 'state' | 'severity' | 'deviceId' | 'evidence' | 'openedAt' | 'resolvedAt'
>

/** Lists the incidents of a person, or without one those of the installation, from the oldest on. */
export const incidentsOf = (
  service: TestService,
  person: Pick<Person, 'id'> | null,
  kind: Incident['kind'],
): Promise<SeenIncident[]> =>
  service.ctx.db.query(
    `select id, state, severity, device_id as "deviceId", evidence, opened_at as "openedAt",
            resolved_at as "resolvedAt"
     from incidents where patient_id is not distinct from $1 and kind = $2 order by opened_at`,
    [person?.id ?? null, kind],
  )

/** The same, with only states and severities: `['OPEN LOW']`. */
export const statesOf = async (
  service: TestService,
  person: Pick<Person, 'id'> | null,
  kind: Incident['kind'],
): Promise<string[]> =>
  (await incidentsOf(service, person, kind)).map(({ state, severity }) => `${state} ${severity}`)

export async function timelineOf(service: TestService, incidentId: string): Promise<string[]> {
  const rows = await service.ctx.db.query<StoredEntry>(
    'select data, text from incident_entries where incident_id = $1 order by id',
    [incidentId],
  )
  return rows.map((row) => readEntry(row).text)
}

/** Resolves an incident as a caregiver does. */
export async function resolve(service: TestService, incidentId: string, by: Person): Promise<void> {
  await service.ctx.db.query(
    `update incidents set state = 'RESOLVED', resolved_at = $2, resolved_by = $3, outcome = 'OTHER', due_at = null
     where id = $1`,
    [incidentId, service.ctx.now(), by.id],
  )
}

export async function setMonitoring(
  service: TestService,
  { id, token }: Person,
  body: Fields,
): Promise<Fields> {
  const answer = await service.call('PUT', `/patients/${id}/monitoring`, { token, body })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

/** Gives the service a new app, which knows nothing of what the old one had in memory. */
export async function restart(service: TestService): Promise<void> {
  const { ctx, store, passwords } = service
  await service.app.close()
  const jwtSecret = ctx.config.jwtSecret ?? ''
  service.app = await buildApp({
    ...{ ctx, heartbeat: store.heartbeat, shards: store.shards, passwords, jwtSecret },
  })
  await service.app.ready()
}
