import { api, request, type Schema } from '../api/client.ts'
import type { paths } from '../api/schema.d.ts'

/** A link with which somebody chooses a password; it is shown once. */
export interface AccountLink {
  url: string
  expiresAt: string
  /** Sent to the e-mail address as well. */
  isMailed?: boolean
}

export interface NewPerson {
  /** Empty for a patient without one, and for staff with a sign-in name. */
  email: string
  signInName: string
  firstName: string
  lastName: string
  phone?: string
}

/** Puts the token behind the #, which browsers do not send. */
const linkTo = (page: 'invitation' | 'reset-password', token: string, origin = location.origin) =>
  `${origin}/${page}#${token}`

interface NewAccount {
  userId: string
  link: AccountLink | undefined
}

const accountOf = (
  userId: string,
  invitation: (Pick<Schema<'Invitation'>, 'token' | 'expiresAt'> & { mailed?: boolean }) | null,
): NewAccount => ({
  userId,
  link: invitation
    ? {
        url: linkTo('invitation', invitation.token),
        expiresAt: invitation.expiresAt,
        isMailed: invitation.mailed ?? false,
      }
    : undefined,
})

/** Leaves out what is empty. */
const identityOf = ({ email, signInName }: Pick<NewPerson, 'email' | 'signInName'>) => ({
  ...(email && { email }),
  ...(signInName && { signInName }),
})

export async function inviteCaregiver({ email, signInName, ...person }: NewPerson): Promise<NewAccount> {
  const body = { ...person, ...identityOf({ email, signInName }) }
  const { id, invitation } = (await request(api.POST('/api/caregivers', { body }))).data
  return accountOf(id, invitation)
}

/** Adds a patient, who is assigned to nobody yet, and invites them if they have an e-mail address. */
export async function addPatient({ phone, email, signInName, ...name }: NewPerson): Promise<NewAccount> {
  const body = { ...name, ...identityOf({ email, signInName }) }
  const { id, invitation } = (await request(api.POST('/api/admin/patients', { body }))).data
  if (phone) await setPhone(id, phone)
  return accountOf(id, invitation)
}

const setPhone = (id: string, phone: string) =>
  request(api.PUT('/api/admin/users/{id}', { params: { path: { id } }, body: { phone } }))

/** Replaces an earlier link. For an account without a password it is an invitation. */
export async function createPasswordLink(userId: string): Promise<AccountLink> {
  const params = { path: { id: userId } }
  const sent = api.POST('/api/admin/users/{id}/password-reset', { params })
  const { kind, token, expiresAt, url } = (await request(sent)).data
  // The service may know a public address that differs from the one at which the admin reads this.
  const origin = url ? new URL(url).origin : location.origin
  const page = kind === 'INVITATION' ? 'invitation' : 'reset-password'
  return { url: linkTo(page, token, origin), expiresAt }
}

/** Gives an account without an e-mail address this one, or this sign-in name, and invites the person. */
export async function inviteAs(userId: string, identity: string): Promise<AccountLink> {
  const params = { path: { id: userId } }
  const body = identity.includes('@') ? { email: identity } : { signInName: identity }
  const sent = api.POST('/api/admin/users/{id}/invitation', { params, body })
  const { token, expiresAt, url, mailed } = (await request(sent)).data
  return { url: url ?? linkTo('invitation', token), expiresAt, isMailed: mailed }
}

export type NewAssignment = Pick<
  NonNullable<paths['/api/caregivers/{id}/patients']['post']['requestBody']>['content']['application/json'],
  'priority' | 'kind' | 'relationship'
>

export async function assignPatient(caregiverId: string, patientId: string, assignment: NewAssignment = {}) {
  const body = { patientId, ...assignment }
  await request(api.POST('/api/caregivers/{id}/patients', { params: { path: { id: caregiverId } }, body }))
}
