import assert from 'node:assert/strict'
import type { Circle } from './people.ts'
import type { TestService } from './service.ts'
import { makeStation } from './stations.ts'
import { makeHouse, settle } from './teams.ts'

/** Outsiders are no people with an account: a device of the patient, the station of their ward, a reader of their record. */
export const outsiders = ['device key', 'station', 'outside reader'] as const
export type OutsiderName = (typeof outsiders)[number]

/** Makes an outsider who is as near to the patient as one can be, and gives the token. */
export async function outsiderToken(
  service: TestService,
  { patient, admin }: Circle,
  name: OutsiderName,
): Promise<string> {
  const created = async (path: string, token: string | undefined, body: object) => {
    const answer = await service.call('POST', path, { token, body })
    assert.ok(answer.status === 200 || answer.status === 201, answer.text)
    return answer.body.data
  }
  if (name === 'device key') return (await created('/device/keys', patient.token, { name: 'Wrist' })).key
  if (name === 'station') {
    const { north } = makeHouse()
    await settle(service, patient, north)
    return (await makeStation(service, admin.token, north)).token
  }
  const { token, code } = await created(`/patients/${patient.id}/shares`, patient.token, {
    label: 'Dr. Vega',
  })
  return (await created('/shared/access', undefined, { token, code })).token
}
