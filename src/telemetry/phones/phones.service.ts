import { randomBytes } from 'node:crypto'
import { mayManagePatient } from '../../accounts/access/policy.ts'
import type { HelpCredentials } from '../../accounts/auth/help-credentials.service.ts'
import type { Sessions } from '../../accounts/auth/sessions.ts'
import { getManageablePatient } from '../../accounts/users/readable-patient.ts'
import { findUser, lockUser } from '../../accounts/users/users.service.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { AnyCaller, Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerMinute } from '../../platform/lib/duration.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { type NewDevice, provisionOne, renewUnusedKey } from '../devices/device-provisioning.ts'
import * as store from './phone-links.store.ts'

/** How long a link can be used: for the walk to the phone. */
export const linkValidityMs = 15 * msPerMinute
/** More codes than somebody shows before one is scanned. */
const maxOpenLinks = 5
const defaultName = 'Phone'

const phoneOf = ({ userId, name }: store.PhoneLink): NewDevice => ({
  userId,
  name: name ?? defaultName,
  kind: 'PHONE',
})

export interface PhonePairing {
  token: string
  /** What the browser has made up, by which it may ask again if the answer was lost. */
  claim: string
  helpToken: string | undefined
  userAgent: string | undefined
}

export type Phones = ReturnType<typeof createPhones>

/** Phones whose browsers are devices: they are paired by a link, which somebody who may add a device shows as a code. */
export function createPhones(ctx: Context, sessions: Sessions, helpCredentials: HelpCredentials) {
  return {
    /** Makes a link for a phone of a patient. */
    async createLink(caller: Caller, patientId: string, name: string | undefined) {
      const { id: userId } = await getManageablePatient(ctx, caller, patientId)
      const token = randomBytes(32).toString('base64url')
      const createdAt = ctx.now()
      const expiresAt = new Date(createdAt.getTime() + linkValidityMs)
      await ctx.db.transaction(async (tx) => {
        if (!(await lockUser(tx, userId))) throw refusal('PATIENT_NOT_FOUND')
        await store.insertPhoneLink(tx, token, {
          ...{ userId, name: name ?? null, createdBy: caller.actor.id, createdAt, expiresAt },
        })
        await store.deleteOldPhoneLinks(tx, userId, createdAt, maxOpenLinks)
        const message = 'Link made by which a phone becomes a device'
        await recordAuditEntry(ctx, tx, caller, { action: 'phone_link.created', message, subjectId: userId })
      })
      return { token, expiresAt }
    },

    /** Makes the browser that has a link a device: with a key for readings, and a credential to call for help. */
    async pair(source: AnyCaller, { token, claim, helpToken, userAgent }: PhonePairing) {
      const found = await store.findPhoneLink(ctx.db, { token, claim }, ctx.now())
      if (!found) throw invalidLink()
      const { userId } = found
      return sessions.alter(userId, async (tx) => {
        const patient = await lockUser(tx, userId)
        // Somebody else may have used it meanwhile.
        const link = await store.findPhoneLink(tx, { token, claim }, ctx.now())
        if (!link || patient?.status !== 'active' || patient.role !== 'PATIENT') throw invalidLink()
        if (!(await isMakerEntitled(tx, link))) throw invalidLink()
        const caller = asPatient(source, userId)
        const provisioned = link.deviceId
          ? await renewUnusedKey(ctx, tx, caller, link.deviceId)
          : await provisionOne(ctx, tx, caller, phoneOf(link))
        if (!provisioned) throw invalidLink()
        const { device, key } = provisioned
        await store.markPhoneLinkUsed(tx, { token, claim }, device.id)
        const browser = { token: helpToken, userAgent, deviceKeyId: key.id }
        const help = await helpCredentials.issueIn(tx, caller, browser)
        return { device, key, patient, helpToken: help.token }
      })
    },
  }
}

/** Whoever has the link acts for the patient, who has not signed in. */
function asPatient(source: AnyCaller, userId: string): Caller {
  return { ...source, actor: { id: userId, role: 'PATIENT' }, sessionId: '' }
}

/** Whether whoever has made a link may still manage the patient. */
async function isMakerEntitled(tx: Db, { createdBy, userId }: store.PhoneLink): Promise<boolean> {
  if (createdBy === null) return true
  const maker = await findUser(tx, createdBy)
  return maker?.status === 'active' && mayManagePatient(tx, maker, userId)
}

const invalidLink = () =>
  refusal('PHONE_LINK_INVALID', undefined, { fields: { token: fieldMessage('PHONE_LINK_INVALID') } })
