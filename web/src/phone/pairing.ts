import { ApiError, api, request, type Schema } from '../api/client.ts'
import { meQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { readServiceTime } from '../live/service-clock.ts'
import { forgetPage, rememberedPage, rememberPage, withoutSignIn } from '../shell/help-page.ts'
import { readStored, store } from '../ui/stored.ts'

/** The device that this browser is. */
export interface Pairing {
  key: string
  deviceId: string
  macAddress: string
  name: string
  patient: { id: string; firstName: string }
  /** By the clock of the service. */
  pairedAtMs: number
  placement: PhonePlacement
}

/** Where a phone is carried, as the detector tells them apart. */
export const phonePlacements = ['pocket', 'waist', 'wrist'] as const
export type PhonePlacement = (typeof phonePlacements)[number]

const storageKey = 'fallwatch-phone'

export function readPairing(): Pairing | undefined {
  try {
    const stored: Pairing | null = JSON.parse(readStored(storageKey) ?? 'null')
    return stored?.key && stored.deviceId && stored.patient?.id ? stored : undefined
  } catch {
    return undefined
  }
}

/** Calls `listener` when another tab has made this browser another device, or none; it returns how to stop that. */
export function onOtherPairing(current: Pairing | undefined, listener: (pairing?: Pairing) => void) {
  const onStorage = ({ key }: StorageEvent) => {
    // Without a key, everything was deleted.
    if (key !== storageKey && key !== null) return
    const pairing = readPairing()
    if (pairing?.key !== current?.key) listener(pairing)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

export const keepPairing = (pairing: Pairing | undefined) =>
  store(storageKey, pairing ? JSON.stringify(pairing) : null)

/** What a browser makes up for a link, which lets it ask again if the answer was lost. */
function newClaim(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

const claims = new Map<string, string>()
const timeoutMs = 10_000

/** Exchanges the secret of a link for a key. Called again with the same secret, it asks again. */
export async function pair(token: string): Promise<Pairing> {
  const former = readPairing()
  const claim = claims.get(token) ?? newClaim()
  claims.set(token, claim)
  const signal = AbortSignal.timeout(timeoutMs)
  const { data } = await request(api.POST('/api/device/phones', { body: { token, claim }, signal }))
  readServiceTime(data.now)
  const { id: deviceId, macAddress, name, key, patient } = data
  const placement = former?.placement ?? 'pocket'
  const pairing = { key, deviceId, macAddress, name, patient, pairedAtMs: Date.parse(data.now), placement }
  keepPairing(pairing)
  // Of another device, which this browser is no longer.
  if (former) void revoke(former).catch(() => {})
  return pairing
}

const bearer = ({ key }: Pick<Pairing, 'key'>) => ({ Authorization: `Bearer ${key}` })

async function revoke(pairing: Pairing): Promise<void> {
  const headers = bearer(pairing)
  await request(api.DELETE('/api/device/keys/current', { headers, signal: AbortSignal.timeout(timeoutMs) }))
}

/** Makes this browser no device any more; throws if the service cannot be told. */
export async function unpair(pairing: Pairing): Promise<void> {
  try {
    await revoke(pairing)
  } catch (error) {
    // The key is gone already.
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
  forgetPairing(pairing)
}

/** What another tab has made of this browser since stays. */
export function forgetPairing({ key, patient }: Pairing): void {
  if (readPairing()?.key !== key) return
  keepPairing(undefined)
  forgetPage(patient.id)
}

/** Lets the two buttons of the patient's page work here: they need no sign-in, only the help credential. */
export function openPageOf({ patient }: Pairing): void {
  const page = { patientId: patient.id, firstName: patient.firstName }
  // Whom to phone is read from the service, and stays as it was until then.
  if (rememberedPage()?.patientId !== patient.id)
    rememberPage({ ...page, emergencyContact: null, emergencyPhone: null }, 0)
  withoutSignIn.set('ended')
  const me = { id: patient.id, firstName: patient.firstName, lastName: '', role: 'PATIENT' } as Schema<'Me'>
  queryClient.setQueryData(meQuery.queryKey, me)
}
