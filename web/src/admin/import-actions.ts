import { ApiError, api, request } from '../api/client.ts'
import type { ImportedPerson, KnownAccount } from './import-plan.ts'
import { type ImportActions, type ImportControl, patiently } from './import-run.ts'
import {
  assignPatient,
  createPasswordLink,
  inviteCaregiver,
  invitePatient,
  setPhone,
} from './people-invite.ts'

const limit = 100

/** readAccounts is every account by its e-mail address, to see what a file repeats and whom it can assign. */
export async function readAccounts(
  control: Pick<ImportControl, 'signal' | 'onWait'>,
): Promise<Map<string, KnownAccount>> {
  const accounts = new Map<string, KnownAccount>()
  let pageCount = 1
  for (let page = 1; page <= pageCount; page++) {
    const query = { page, limit, sort: 'createdAt', order: 'asc' } as const
    const { data, pagination } = await patiently(
      () => request(api.GET('/api/admin/users', { signal: control.signal, params: { query } })),
      control,
    )
    for (const { id, email, role } of data) if (email) accounts.set(email, { id, role })
    pageCount = pagination.totalPages
  }
  return accounts
}

const namesOf = ({ email, firstName, lastName }: ImportedPerson) => ({ email, firstName, lastName })

export const importActions: ImportActions = {
  inviteCaregiver: (person) =>
    inviteCaregiver({ ...namesOf(person), ...(person.phone && { phone: person.phone }) }),
  createPatient: async (person) => (await invitePatient(namesOf(person))).userId,
  setPhone,
  async assign(caregiverId, patientId) {
    try {
      await assignPatient(caregiverId, patientId)
    } catch (error) {
      // Assigned by an attempt whose answer was lost.
      if (!(error instanceof ApiError && error.status === 409)) throw error
    }
  },
  createLink: createPasswordLink,
}
