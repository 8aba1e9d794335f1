import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TestService } from './service.ts'

interface Somebody {
  id: string
}

/** A site with wards of its own, so that tests do not meet each other's residents. */
export interface House {
  site: string
  north: { site: string; ward: string }
  south: { site: string; ward: string }
}

export function makeHouse(): House {
  const site = `House ${randomUUID()}`
  return { site, north: { site, ward: 'North' }, south: { site, ward: 'South' } }
}

/** Makes a patient live somewhere, as an admin does, without telling the teams. */
export async function settle(
  { ctx }: TestService,
  { id }: Somebody,
  { site, ward }: { site: string | null; ward: string },
): Promise<void> {
  await ctx.db.query(
    `insert into residences (patient_id, site, ward, room, confirmed) values ($1, $2, $3, '7', true)
     on conflict (patient_id) do update set site = excluded.site, ward = excluded.ward`,
    [id, site, ward],
  )
}

/** Makes somebody live in a ward, so that there is one. */
export async function settleWard(
  service: TestService,
  { site = null, ward }: { site?: string | null; ward: string },
): Promise<void> {
  await settle(service, await service.signUp(), { site, ward })
}

/** Makes a team, with members. */
export async function createTeam(
  service: TestService,
  token: string,
  place: { site?: string | null; ward?: string | null } = {},
  members: Somebody[] = [],
): Promise<{ id: string; name: string }> {
  const answer = await service.call('POST', '/admin/teams', {
    token,
    body: { name: `Team ${randomUUID()}`, ...place },
  })
  assert.equal(answer.status, 201, answer.text)
  for (const { id } of members) await join(service, token, answer.body.data, id)
  return answer.body.data
}

export async function join(service: TestService, token: string, team: Somebody, caregiverId: string) {
  const answer = await service.call('POST', `/admin/teams/${team.id}/members/${caregiverId}`, { token })
  assert.equal(answer.status, 201, answer.text)
}

/** Makes a team for a ward in which nobody lives: there is no station for one that does not exist. */
export async function ensureWard(
  service: TestService,
  token: string,
  { site = null, ward }: { site?: string | null; ward: string },
): Promise<void> {
  const rows = await service.ctx.db.query(
    `select 1 from residences where lower(ward) = lower($1) and lower(coalesce(site, '')) = lower(coalesce($2, ''))`,
    [ward, site],
  )
  if (rows.length === 0) await createTeam(service, token, { site, ward })
}
