import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, openApi } from '../simulate/api.ts'
import { createChance } from '../simulate/chance.ts'
import { type Identity, type Line, sendReading } from '../simulate/device.ts'
import { createPace, sleepUntil } from '../simulate/pace.ts'
import { type Caregiver, type Credentials, randomMac } from '../simulate/people.ts'
import { createTally } from '../simulate/tally.ts'
import { createVitals } from '../simulate/vitals.ts'
import { wearing } from '../simulate/wearable.ts'
import { styleOfLevel } from '../terminal.ts'
import { pressInBathroom } from './bathroom.ts'
import { type Cast, meetPeople } from './cast.ts'
import { acknowledgeByLink, createInbox } from './inbox.ts'
import type { Receivers } from './receivers.ts'
import { writeScript } from './script.ts'
import type { Stage } from './stage.ts'

export interface DemoOptions {
  stage: Stage
  url: string
  receivers: Receivers
  admin: Credentials
  signal: AbortSignal
  /** Seconds until the next step of the escalation. */
  stepSeconds?: number
  /** Seconds that Eva needs to read a message. */
  readingSeconds?: number
  /** How many times as fast the wearable's time runs. */
  speed?: number
}

export interface Outcome {
  /** Everybody did what they should: the detector, the service, the caregivers. */
  isWell: boolean
  caregiver: Caregiver
}

/**
 * Plays a fall from the wearable to the caregiver who comes, then a button that is pressed, and shows each message as it
 * arrives.
 */
export async function playDemo(options: DemoOptions): Promise<Outcome> {
  const { stage, url, receivers, admin, signal, stepSeconds = 5 } = options
  const api = openApi(url)
  try {
    stage.curl(`${api.base}/health`)
    const cast = await meetPeople({ stage, api, receivers, admin, stepSeconds, signal })
    const [verdict, wasAnswered] = await liveAndFall(options, api, cast)
    const isKept = await lookBack(stage, api, cast)
    const hasCalled = await pressInBathroom(options, api, cast)
    const isWell = verdict === 'detected' && wasAnswered && isKept && hasCalled
    const end = verdict === 'detected' && !isWell ? 'Somebody was not told.' : ends[verdict]
    stage.say('')
    stage.say(stage.paint(['bold', isWell ? 'green' : 'red'], end))
    return { isWell, caregiver: cast.ana }
  } finally {
    api.close()
  }
}

/** How long after the last reading messages may still be on their way, on a slow machine. */
const graceMs = 15_000

const ends = {
  detected: 'The fall was detected, the button was heard, somebody came each time, and everybody knows.',
  missed: 'The fall was not detected.',
  'false alarm': 'A fall was reported before there was one.',
}

async function liveAndFall(options: DemoOptions, api: Api, cast: Cast): Promise<[Verdict, boolean]> {
  const { stage, signal, speed = 1 } = options
  stage.step('The wearable sends a reading every second, with 50 samples of motion')
  stage.curl(`${api.base}/device/sensor-stream`, { as: 'wearable', post: firstReading(randomMac()) })
  // The readings end when help has come; whoever has heard nothing when they are over will hear nothing.
  const [helped, over] = [new AbortController(), new AbortController()]
  const line: Line = {
    api,
    pace: createPace(),
    tally: createTally(),
    signal: AbortSignal.any([signal, helped.signal]),
  }
  const identity = { mac: randomMac(), key: cast.rosa.deviceKey }
  stage.begin()
  const answering = answer(options, api, cast, AbortSignal.any([signal, over.signal]))
    .finally(() => helped.abort())
    .catch((error: Error) => {
      if (signal.aborted || !over.signal.aborted) throw error
      return false
    })
  const playing = live(stage, line, identity, { speed, helped: helped.signal })
    .then(async (verdict) => {
      if (verdict === 'detected') await sleep(graceMs, undefined, { signal: line.signal }).catch(() => {})
      return verdict
    })
    .finally(() => over.abort())
  return Promise.all([playing, answering])
}

type Verdict = 'detected' | 'missed' | 'false alarm'

async function live(
  stage: Stage,
  line: Line,
  identity: Identity,
  { speed, helped }: { speed: number; helped: AbortSignal },
): Promise<Verdict> {
  const script = writeScript()
  const vitals = createVitals(createChance(8), { level: 82, drain: 0.002 })
  const next = wearing(script.map(({ step }) => step).values(), vitals, 3_600_000)
  let hasFallen = false
  let verdict: Verdict = 'missed'
  let dueAt = Date.now()
  for (const { scene } of script) {
    await sleepUntil(dueAt, line.signal).catch((error) => {
      if (!helped.aborted) throw error
    })
    if (helped.aborted) return verdict
    dueAt += 1000 / speed
    if (scene) stage.event(`Rosa ${scene}`)
    const reading = next()
    hasFallen ||= reading.fall !== undefined
    const answer = await sendReading(line, identity, reading)
    if (!answer) continue
    dueAt = Math.max(dueAt, answer.allowedAt)
    if (!answer.fallDetected || verdict === 'detected') continue
    stage.event(`The response to the wearable: a fall, confidence ${answer.fallConfidence}`)
    if (!hasFallen) return 'false alarm'
    verdict = 'detected'
  }
  return verdict
}

/** Follows the messages until Eva has acknowledged by the link in hers, and whoever was told is told of it. */
async function answer(options: DemoOptions, api: Api, { eva }: Cast, signal: AbortSignal): Promise<boolean> {
  const { stage, receivers, readingSeconds = 3, stepSeconds = 5 } = options
  const headings = [
    'Ana is told',
    `Nobody has answered for ${stepSeconds} s: Ana is told again, and Eva, too`,
  ]
  const inbox = createInbox(stage, receivers, headings, signal)
  await inbox.arrives('Ana', 'push', 'alert')
  stage.curl(`${api.base}/incidents`, { as: 'ana' })
  const { acknowledgeUrl = '' } = await inbox.arrives('Eva', 'ntfy', 'alert')
  await inbox.arrives('Ana', 'e-mail', 'alert')
  await sleep(readingSeconds * 1000, undefined, { signal })
  stage.timedStep('Eva opens the link in her message and presses “I’m on it”')
  await acknowledgeByLink(acknowledgeUrl, signal)
  await inbox.arrives('Eva', 'ntfy', 'closing')
  await inbox.arrives('Ana', 'push', 'closing')
  await inbox.arrives('Ana', 'e-mail', 'closing')
  stage.detail('Nobody else is told: the admin has heard nothing')

  const { token } = eva
  const { body } = await api.ask<{ id: string }[]>('GET', '/incidents', { token, signal })
  const path = `/incidents/${body.data[0]?.id}`
  stage.timedStep('Eva has helped Rosa up, and resolves the incident')
  const resolution = { outcome: 'REAL_FALL', note: 'A bruised knee.' }
  await api.ask('POST', `${path}/resolve`, { token, body: resolution, signal })
  stage.curl(`${api.base}${path}`, { as: 'eva' })
  return !inbox.has('Admin')
}

interface FallRow {
  status: string
  confidence: number
  responded: boolean
  responseTime: number | null
}

interface Incident {
  id: string
  timeline: { type: string; actor: { name: string } | null; text: string }[]
}

async function lookBack(stage: Stage, api: Api, { ana, rosa }: Cast): Promise<boolean> {
  stage.step('What the incident says afterwards')
  const { token } = ana
  const incidents = await api.ask<Incident[]>('GET', '/incidents?state=RESOLVED', { token })
  const [resolved] = incidents.body.data
  if (resolved) {
    const { body } = await api.ask<Incident>('GET', `/incidents/${resolved.id}`, { token })
    for (const { type, actor, text } of body.data.timeline)
      stage.detail(`${stage.paint('dim', type.padEnd(12))} ${actor ? `${actor.name}: ` : ''}${text}`)
  } else stage.detail('No incident was resolved')

  stage.step('What Rosa sees')
  const falls = await api.ask<FallRow[]>('GET', '/falls', { token: rosa.token })
  const [fall] = falls.body.data
  if (fall) {
    const { status, confidence, responseTime } = fall
    const response = responseTime === null ? 'not acknowledged' : `acknowledged after ${responseTime} s`
    stage.detail(
      `A fall: ${stage.paint(styleOfLevel(status), status)}, confidence ${confidence}, ${response}`,
    )
  } else stage.detail('No fall')
  stage.curl(`${api.base}/falls`, { as: 'rosa' })
  return resolved !== undefined && fall?.responded === true
}

const firstReading = (mac: string) =>
  JSON.stringify({
    device_id: mac,
    accel_x: 0.1,
    accel_y: 0.2,
    accel_z: 9.8,
    gyro_x: 0.5,
    gyro_y: 1,
    gyro_z: 0.3,
    uptime_ms: 1000,
  })
