import type { Cleanup } from '../../harness/cleanup.ts'
import { receivePushes, receiveWebhooks } from '../alerts/kill-receivers.ts'
import { acknowledge, type RaiseKind, raise } from '../alerts/kill-requests.ts'
import {
  addPush,
  addWebhook,
  assign,
  createPeople,
  readPushKey,
  type SignedIn,
  setPolicy,
} from '../alerts/people.ts'
import { secret } from '../processes.ts'

/** Something that happened to a patient, as a client and the receivers of messages saw it. */
export interface Alarm {
  patientId: string
  kind: RaiseKind
  /** When it happened, and when the service had accepted it, by performance.now(). */
  raisedAtMs: number
  acceptedAtMs?: number
  /** When the first person was told. */
  toldAtMs?: number
  acknowledgedAtMs?: number
}

interface Message {
  to: string
  incidentId: string
  purpose: string
  identity: string
  atMs: number
}

/** Patients to whom something happens at an interval, caregivers who are told, and one who acknowledges each. */
export interface AlarmLoad {
  alarms: Alarm[]
  messages: Message[]
  /** How many receivers an alarm reaches. */
  receivers: number
  failures: string[]
  stop(): Promise<void>
}

/** Everybody is told at once. */
const policy = {
  steps: [
    {
      afterSeconds: 0,
      tell: [{ who: 'assigned' as const, channels: 'all' as const }, { who: 'webhooks' as const }],
    },
  ],
}
const kinds: RaiseKind[] = ['report', 'sos', 'event', 'device']
/** A caregiver needs a moment. */
const answerAfterMs = 2000

export async function startAlarms(
  cleanup: Cleanup,
  url: string,
  ports: number[],
  { everyMs, maxAlarms }: { everyMs: number; maxAlarms: number },
): Promise<AlarmLoad> {
  const alarms: Alarm[] = []
  const messages: Message[] = []
  const failures: string[] = []
  const byPatient = new Map<string, Alarm>()
  const [port = 0] = ports
  const anyPort = () => ports[Math.floor(Math.random() * ports.length)] ?? port
  const [ana, eva] = (await createPeople(url, secret, 2, 'CAREGIVER')) as [SignedIn, SignedIn]
  const patients = await createPeople(url, secret, maxAlarms, 'PATIENT')
  await assign(url, [ana, eva], patients)
  await setPolicy(url, policy)
  const answers: Promise<void>[] = []
  const seen = new Set<string>()

  const webhooks = await receiveWebhooks(cleanup, receive)
  const pushes = await receivePushes(cleanup, await readPushKey(port, ana), receive)
  for (const person of [ana, eva]) await addPush(url, person, pushes)
  await addWebhook(url, webhooks.url)

  function receive(message: Omit<Message, 'atMs'>): void {
    const atMs = performance.now()
    const { incidentId, purpose } = message
    messages.push({ ...message, atMs })
    if (purpose !== 'alert' || seen.has(incidentId)) return
    seen.add(incidentId)
    answers.push(answer(incidentId, atMs))
  }

  async function answer(incidentId: string, toldAtMs: number): Promise<void> {
    try {
      await new Promise((resolve) => setTimeout(resolve, answerAfterMs))
      const { data } = (await acknowledge(anyPort, eva, incidentId)) as { data: { patientId: string } }
      const alarm = byPatient.get(data.patientId)
      if (!alarm) return
      // A device that sent one batch is silent some minutes later, which is another incident of the same patient.
      alarm.toldAtMs ??= toldAtMs
      alarm.acknowledgedAtMs ??= performance.now()
    } catch (error) {
      failures.push(`acknowledging: ${(error as Error).message}`)
    }
  }

  const raising: Promise<void>[] = []
  const timer = setInterval(() => {
    const patient = patients[alarms.length]
    if (!patient) return
    const kind = kinds[alarms.length % kinds.length] ?? 'sos'
    const alarm: Alarm = { patientId: patient.id, kind, raisedAtMs: performance.now() }
    alarms.push(alarm)
    byPatient.set(patient.id, alarm)
    raising.push(
      raise(anyPort, patient, kind).then(
        () => {
          alarm.acceptedAtMs = performance.now()
        },
        (error) => void failures.push(`${kind}: ${(error as Error).message}`),
      ),
    )
  }, everyMs)
  cleanup.add(() => clearInterval(timer))

  return {
    alarms,
    messages,
    receivers: 3,
    failures,
    async stop() {
      clearInterval(timer)
      await Promise.all(raising)
      // Answers follow messages that may still come.
      for (let count = -1; count !== answers.length; ) {
        count = answers.length
        await Promise.all(answers)
      }
    },
  }
}
