import { randomUUID } from 'node:crypto'
import type { Passwords } from '../../accounts/auth/passwords.ts'
import type { Sessions } from '../../accounts/auth/sessions.ts'
import { reportFallOf } from '../../alerting/falls/fall-record.service.ts'
import { requestAssistance } from '../../alerting/incidents/assistance.service.ts'
import { endHandling } from '../../alerting/incidents/end-handling.ts'
import { acknowledgeIncident, undoAtStation } from '../../alerting/incidents/incident-handling.service.ts'
import { resolveIncident } from '../../alerting/incidents/incident-outcome.service.ts'
import { listVisibleIncidents } from '../../alerting/incidents/incidents.service.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { AnyCaller, Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/database-errors.ts'
import type { Page, PageResult } from '../../platform/db/page.ts'
import { invalidFields, refusal } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { readOverviewOfStation } from '../patients/patient-overview.service.ts'
import { isKnownWard, readUnconfirmed } from '../residences/residences.service.ts'
import { createPins } from './pins.service.ts'
import { codeValidityMs, createCode, hashCode } from './station-code.ts'
import type {
  NewStation,
  StationAcknowledgement,
  StationAssistance,
  StationFall,
  StationIncidentsQuery,
  StationResolution,
} from './stations.schemas.ts'
import * as store from './stations.store.ts'

export type Stations = ReturnType<typeof createStations>

/** What admins do with stations, and what a station itself can do. */
export function createStations(ctx: Context, sessions: Sessions, passwords: Passwords) {
  const pins = createPins(ctx, passwords)
  return {
    pins,
    list,
    create,
    renewCode,
    remove,
    signIn,
    describe,
    overview,
    incidents,
    acknowledge,
    askForAssistance,
    undo,
    resolve,
    reportFall,
  }

  function list(page: Page): Promise<PageResult<store.ListedStation>> {
    return store.listStations(ctx.db, page)
  }

  async function create(caller: Caller, { name, site, ward }: NewStation) {
    const { code, stored } = newCode()
    const station = { id: randomUUID(), name, site: site ?? null, ward }
    return ctx.db.transaction(async (tx) => {
      // A tablet for a ward that is misspelled would show nobody, and say that all is well.
      if (!(await isKnownWard(tx, station)))
        throw refusal('WARD_NOT_FOUND', undefined, { fields: { ward: fieldMessage('WARD_UNKNOWN') } })
      await store.insertStation(tx, station, stored, ctx.now()).catch(explainTakenName)
      const message = `Station ${station.id} created`
      await recordAuditEntry(ctx, tx, caller, { action: 'station.created', message })
      return { ...(await getStation(tx, station.id)), ...(await readUnconfirmed(tx, station)), code }
    })
  }

  /** Lets another tablet take the place of the station: the old one stays signed in until the code is used. */
  async function renewCode(caller: Caller, id: string) {
    const { code, stored } = newCode()
    return ctx.db.transaction(async (tx) => {
      if (!(await store.updateCode(tx, id, stored))) throw refusal('STATION_NOT_FOUND')
      const message = `Code for station ${id} made`
      await recordAuditEntry(ctx, tx, caller, { action: 'station.code_created', message })
      const station = await getStation(tx, id)
      return { ...station, ...(await readUnconfirmed(tx, station)), code }
    })
  }

  /** Ends the session of the station in every process; what it had acknowledged opens again. */
  async function remove(caller: Caller, id: string): Promise<void> {
    await sessions.alter(id, async (tx) => {
      if (!(await store.deleteStation(tx, id))) throw refusal('STATION_NOT_FOUND')
      await endHandling(tx, id, ctx.now())
      const message = `Station ${id} deleted`
      await recordAuditEntry(ctx, tx, caller, { action: 'station.deleted', message })
    })
  }

  /** Opens the session of a station by a one-time code, and ends its earlier one. */
  async function signIn(caller: AnyCaller, code: string): Promise<{ station: store.Station; token: string }> {
    const hash = hashCode(code)
    const id = await store.findStationByCode(ctx.db, hash, ctx.now())
    if (!id) {
      const message = 'Wrong or expired code of a station'
      await recordAuditEntry(ctx, ctx.db, caller, {
        level: 'WARNING',
        action: 'station.sign_in_failed',
        message,
      })
      throw wrongCode()
    }
    return sessions.alter(id, async (tx) => {
      const station = await store.consumeCode(tx, hash, ctx.now())
      if (!station) throw wrongCode()
      const actor = { id, role: 'STATION' as const }
      const message = `Station ${id} signed in`
      await recordAuditEntry(ctx, tx, { ...caller, actor }, { action: 'station.signed_in', message })
      return { station, token: await sessions.openStation(tx, id) }
    })
  }

  /** What a station shows of itself, and who can act there in their own name. */
  async function describe({ actor }: Caller) {
    const { id, name, site, ward } = await getOwn(actor.id)
    const caregivers = await store.listStationCaregivers(ctx.db, id)
    const noCaregivers = caregivers.length > 0 ? null : await store.whyNoCaregivers(ctx.db, id)
    return { id, name, site, ward, caregivers, noCaregivers }
  }

  function overview({ actor }: Caller) {
    return readOverviewOfStation(ctx, actor.id)
  }

  function incidents(caller: Caller, query: StationIncidentsQuery & Page) {
    return listVisibleIncidents(ctx, caller, query)
  }

  /** The act of a caregiver who gave their PIN, or else of the station. */
  async function acknowledge(
    caller: Caller,
    id: string,
    { caregiverId, pin, ...given }: StationAcknowledgement,
  ) {
    const { name } = await getOwn(caller.actor.id)
    const isPerson = caregiverId !== undefined && pin !== undefined
    const by = isPerson
      ? await inNameOf(caller, name, caregiverId, pin)
      : { ...caller, station: { id: caller.actor.id, name } }
    return acknowledgeIncident(ctx, by, id, given)
  }

  /** The act of the caregiver who handles the incident, or of anybody at the station that does. */
  async function askForAssistance(caller: Caller, id: string, { caregiverId, pin }: StationAssistance) {
    const { name } = await getOwn(caller.actor.id)
    return requestAssistance(ctx, await inNameOf(caller, name, caregiverId, pin), id)
  }

  /** Needs no PIN: it opens the alarm again, a moment after somebody has answered it here. */
  async function undo(caller: Caller, id: string) {
    const { name } = await getOwn(caller.actor.id)
    return undoAtStation(ctx, { ...caller, station: { id: caller.actor.id, name } }, id)
  }

  async function resolve(caller: Caller, id: string, { caregiverId, pin, ...given }: StationResolution) {
    const { name } = await getOwn(caller.actor.id)
    return resolveIncident(ctx, await inNameOf(caller, name, caregiverId, pin), id, given)
  }

  async function reportFall(
    caller: Caller,
    patientId: string,
    { caregiverId, pin, ...report }: StationFall,
    key?: string,
  ) {
    const { name } = await getOwn(caller.actor.id)
    return reportFallOf(ctx, await inNameOf(caller, name, caregiverId, pin), patientId, report, key)
  }

  /** The caregiver as the caller, with their own rights. */
  async function inNameOf(caller: Caller, name: string, caregiverId: string, pin: string): Promise<Caller> {
    const station = { id: caller.actor.id, name }
    if (!(await store.isCaregiverAt(ctx.db, station.id, caregiverId)))
      throw invalidFields({ caregiverId: fieldMessage('NOT_OF_WARD') })
    await pins.verify(caller, caregiverId, pin)
    return { ...caller, actor: { id: caregiverId, role: 'CAREGIVER' }, station }
  }

  async function getStation(db: Db, id: string) {
    const station = await store.findStation(db, id)
    if (!station) throw refusal('STATION_NOT_FOUND')
    return station
  }

  /** The station that calls; it may have been deleted a moment ago. */
  async function getOwn(id: string) {
    const station = await store.findStation(ctx.db, id)
    if (!station) throw refusal('INVALID_TOKEN')
    return station
  }

  function newCode() {
    const code = createCode()
    const expiresAt = new Date(ctx.now().getTime() + codeValidityMs)
    return { code, stored: { hash: hashCode(code), expiresAt } }
  }
}

const wrongCode = () => refusal('STATION_CODE_INVALID')

/** A code is unique as well, but one of 2^40. */
function explainTakenName(error: unknown): never {
  if (isUniqueViolation(error)) throw refusal('STATION_NAME_TAKEN')
  throw error
}
