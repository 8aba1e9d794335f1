import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TestService } from './service.ts'
import { ensureWard } from './teams.ts'

/** Creates a station for a ward and signs it in. */
export async function makeStation(
  service: TestService,
  adminToken: string,
  place: { site?: string | null; ward: string },
): Promise<{ id: string; name: string; token: string }> {
  const body = { name: `Station ${randomUUID()}`, ...place }
  await ensureWard(service, adminToken, place)
  const made = await service.call('POST', '/admin/stations', { token: adminToken, body })
  assert.equal(made.status, 201, made.text)
  const { id, name, code } = made.body.data
  const signedIn = await service.call('POST', '/auth/station', { body: { code } })
  assert.equal(signedIn.status, 200, signedIn.text)
  return { id, name, token: signedIn.body.token }
}

/** Gives a caregiver a PIN for stations. */
export async function setPin(service: TestService, who: { token: string; password: string }, pin = '4711') {
  const body = { pin, currentPassword: who.password }
  const answer = await service.call('PUT', '/caregivers/me/pin', { token: who.token, body })
  assert.equal(answer.status, 200, answer.text)
}
