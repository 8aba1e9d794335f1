import { api, request, type Schema } from '../api/client.ts'

/** AccountLink is a link with which somebody chooses a password; it is shown once. */
export interface AccountLink {
  url: string
  expiresAt: string
}

export interface NewPerson {
  /** Empty for a patient without one. */
  email: string
  firstName: string
  lastName: string
  phone?: string
}

/** linkTo puts the token behind the #, which browsers do not send. */
const linkTo = (page: 'invitation' | 'reset-password', token: string, origin = location.origin) =>
  `${origin}/${page}#${token}`

interface NewAccount {
  userId: string
  link: AccountLink | undefined
}

const accountOf = (
  userId: string,
  invitation: Pick<Schema<'Invitation'>, 'token' | 'expiresAt'> | null,
): NewAccount => ({
  userId,
  link: invitation
    ? { url: linkTo('invitation', invitation.token), expiresAt: invitation.expiresAt }
    : undefined,
})

export async function inviteCaregiver(body: NewPerson): Promise<NewAccount> {
  const { id, invitation } = (await request(api.POST('/api/caregivers', { body }))).data
  return accountOf(id, invitation)
}

/** addPatient adds a patient, who is assigned to nobody yet, and invites them if they have an e-mail address. */
export async function addPatient({ phone, email, ...name }: NewPerson): Promise<NewAccount> {
  const body = { ...name, ...(email && { email }) }
  const { id, invitation } = (await request(api.POST('/api/admin/patients', { body }))).data
  if (phone) await setPhone(id, phone)
  return accountOf(id, invitation)
}

const setPhone = (id: string, phone: string) =>
  request(api.PUT('/api/admin/users/{id}', { params: { path: { id } }, body: { phone } }))

/** createPasswordLink replaces an earlier link. For an account without a password it is an invitation. */
export async function createPasswordLink(userId: string): Promise<AccountLink> {
  const params = { path: { id: userId } }
  const sent = api.POST('/api/admin/users/{id}/password-reset', { params })
  const { kind, token, expiresAt, url } = (await request(sent)).data
  // The service may know a public address that differs from the one at which the admin reads this.
  const origin = url ? new URL(url).origin : location.origin
  const page = kind === 'INVITATION' ? 'invitation' : 'reset-password'
  return { url: linkTo(page, token, origin), expiresAt }
}

/** inviteAt gives an account without an e-mail address this one, and invites the person. */
export async function inviteAt(userId: string, email: string): Promise<AccountLink> {
  const params = { path: { id: userId } }
  const sent = api.POST('/api/admin/users/{id}/invitation', { params, body: { email } })
  const { token, expiresAt, url } = (await request(sent)).data
  return { url: url ?? linkTo('invitation', token), expiresAt }
}

export async function assignPatient(caregiverId: string, patientId: string, priority?: number) {
  const body = { patientId, ...(priority && { priority }) }
  await request(api.POST('/api/caregivers/{id}/patients', { params: { path: { id: caregiverId } }, body }))
}
