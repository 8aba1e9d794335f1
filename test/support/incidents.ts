import assert from 'node:assert/strict'
import type { TestService } from './service.ts'

interface SignedIn {
  id: string
  token: string
}

/** Lists the incidents that a person sees. */
export async function incidentsOf(
  service: TestService,
  { token }: SignedIn,
  query: Record<string, string> = {},
) {
  const answer = await service.call('GET', '/incidents', { token, query })
  assert.equal(answer.status, 200, answer.text)
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return answer.body.data as any[]
}

/** Gives an incident with its timeline and deliveries. */
export async function incidentOf(service: TestService, { token }: SignedIn, id: string) {
  const answer = await service.call('GET', `/incidents/${id}`, { token })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

/** Posts to one of the acts of an incident. */
export function act(service: TestService, { token }: SignedIn, id: string, name: string, body?: object) {
  return service.call('POST', `/incidents/${id}/${name}`, { token, ...(body && { body }) })
}
