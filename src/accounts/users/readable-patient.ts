import type { Caller, Context } from '../../platform/context.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { assertMayManagePatient, assertMayReadPatient } from '../access/policy.ts'
import type { User } from './user.ts'
import { getUser } from './users.service.ts'

/** Returns the account of a patient if the caller may read it, or throws 404 or 403. */
export async function getReadablePatient(ctx: Context, caller: Caller, id: string): Promise<User> {
  const patient = await getPatient(ctx, id)
  await assertMayReadPatient(ctx.db, caller.actor, id)
  return patient
}

/** Does the same for those who may change what staff may, or throws 403. */
export async function getManageablePatient(ctx: Context, caller: Caller, id: string): Promise<User> {
  const patient = await getPatient(ctx, id)
  await assertMayManagePatient(ctx.db, caller.actor, id)
  return patient
}

export async function getPatient(ctx: Context, id: string): Promise<User> {
  const user = await getUser(ctx, id)
  if (user.role !== 'PATIENT') throw refusal('PATIENT_NOT_FOUND')
  return user
}
