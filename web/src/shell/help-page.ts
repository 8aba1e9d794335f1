import { api } from '../api/client.ts'
import { liveValue } from '../live/live-value.ts'
import { readStored, store } from '../ui/stored.ts'

/**
 * What a browser keeps of the patient whose page it shows, so that the page opens with its two buttons when
 * the sign-in has ended or the service cannot be reached. The credential itself is in a cookie that no script can read.
 */
export interface HelpPage {
  patientId: string
  firstName: string
  emergencyContact: string | null
  emergencyPhone: string | null
  /** When the service last said that this browser may call for help. */
  checkedAtMs?: number
}

const storageKey = 'fallwatch-help-page'

export function rememberedPage(): HelpPage | undefined {
  try {
    return JSON.parse(readStored(storageKey) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function rememberPage(
  { patientId, firstName, emergencyContact, emergencyPhone }: HelpPage,
  checkedAtMs: number,
): void {
  const page: HelpPage = { patientId, firstName, emergencyContact, emergencyPhone, checkedAtMs }
  store(storageKey, JSON.stringify(page))
}

/** Asks whose page this is where a browser has lost what it kept of it, but not the cookie. */
export async function findHelpPage(): Promise<HelpPage | undefined> {
  const { data: answer } = await api.GET('/api/help-page').catch(() => ({ data: undefined }))
  if (answer) rememberPage(answer.data, Date.now())
  return answer?.data
}

/** For a patient who signs out, or deletes the account; the page of somebody else stays. */
export function forgetPage(userId: string | undefined): void {
  if (rememberedPage()?.patientId === userId) store(storageKey, null)
}

/** Why a patient's page is shown without a sign-in: it has ended, or nobody knows while there is no connection. */
export const withoutSignIn = liveValue<'ended' | 'unknown'>()
