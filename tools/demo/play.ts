import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, openApi } from '../simulate/api.ts'
import { createChance } from '../simulate/chance.ts'
import { type Identity, type Line, sendReading } from '../simulate/device.ts'
import { createPace, sleepUntil } from '../simulate/pace.ts'
import {
  type Caregiver,
  createCaregiver,
  invitePatient,
  type Patient,
  randomMac,
} from '../simulate/people.ts'
import { createTally } from '../simulate/tally.ts'
import { createVitals } from '../simulate/vitals.ts'
import { wearing } from '../simulate/wearable.ts'
import { styleOfLevel } from '../terminal.ts'
import { writeScript } from './script.ts'
import type { Stage } from './stage.ts'

interface Alert {
  id: string
  severity: string
  message: string
  timestamp: string
}

interface Cast {
  ana: Caregiver
  rosa: Patient
}

export interface Outcome {
  /** Everybody did what they should: the detector, the service, the caregiver. */
  isWell: boolean
  caregiver: Caregiver
}

export async function playDemo(stage: Stage, url: string, signal: AbortSignal): Promise<Outcome> {
  const api = openApi(url)
  try {
    stage.curl(`${api.base}/health`)
    const cast = await meetPeople(stage, api, signal)
    const [verdict, wasAnswered] = await liveAndFall(stage, api, cast, signal)
    const isKept = await lookBack(stage, api, cast)
    const isWell = verdict === 'detected' && wasAnswered && isKept
    const end = verdict === 'detected' && !wasAnswered ? 'Nobody acknowledged the alert.' : ends[verdict]
    stage.say('')
    stage.say(stage.paint(['bold', isWell ? 'green' : 'red'], end))
    return { isWell, caregiver: cast.ana }
  } finally {
    api.close()
  }
}

const ends = {
  detected: 'The fall was detected, and help is on its way.',
  missed: 'The fall was not detected.',
  'false alarm': 'A fall was reported before there was one.',
}

async function meetPeople(stage: Stage, api: Api, signal: AbortSignal): Promise<Cast> {
  stage.step('Ana, a caregiver, signs up')
  const ana = await createCaregiver(api, { firstName: 'Ana', lastName: 'Gil' }, signal)
  stage.introduce('ana', ana.token)
  stage.curl(`${api.base}/me`, { as: 'ana' })

  stage.step('She invites Rosa, who accepts. Ana is now alerted to Rosa’s falls')
  const rosa = await invitePatient(api, ana, { firstName: 'Rosa', lastName: 'Marín' }, signal)
  stage.introduce('rosa', rosa.token)
  stage.curl(`${api.base}/patients`, { as: 'ana' })
  stage.curl(`${api.base}/patients/me`, { as: 'rosa' })

  stage.step('Rosa creates a key for her wearable. It can only send readings')
  stage.introduce('wearable', rosa.deviceKey)
  stage.curl(`${api.base}/device/keys`, { as: 'rosa' })
  return { ana, rosa }
}

async function liveAndFall(stage: Stage, api: Api, { ana, rosa }: Cast, signal: AbortSignal) {
  stage.step('The wearable sends a reading every second, with 50 samples of motion')
  stage.curl(`${api.base}/device/sensor-stream`, { as: 'wearable', post: firstReading(randomMac()) })
  const line: Line = { api, pace: createPace(), tally: createTally(), signal }
  const identity = { mac: randomMac(), key: rosa.deviceKey }
  stage.begin()
  // Whoever has seen no alert when the play is over will see none.
  const over = new AbortController()
  const answering = answerAlert(stage, api, ana, AbortSignal.any([signal, over.signal]))
  return Promise.all([
    live(stage, line, identity).finally(() => over.abort()),
    answering.catch((error: Error) => {
      if (signal.aborted || error.name !== 'AbortError') throw error
      return false
    }),
  ])
}

type Verdict = 'detected' | 'missed' | 'false alarm'

async function live(stage: Stage, line: Line, identity: Identity): Promise<Verdict> {
  const script = writeScript()
  const vitals = createVitals(createChance(8), { level: 82, drain: 0.002 })
  const next = wearing(script.map(({ step }) => step).values(), vitals, 3_600_000)
  let hasFallen = false
  let verdict: Verdict = 'missed'
  let dueAt = Date.now()
  for (const { scene } of script) {
    await sleepUntil(dueAt, line.signal)
    dueAt += 1000
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

/** Ana looks every second, as an app would, and needs some seconds to read what it says. */
async function answerAlert(
  stage: Stage,
  api: Api,
  { token }: Caregiver,
  signal: AbortSignal,
): Promise<boolean> {
  const alert = await firstAlert(api, token, signal)
  stage.timedStep('Ana is alerted')
  stage.detail(`${stage.paint(styleOfLevel(alert.severity), alert.severity)}: “${alert.message}”`)
  stage.curl(`${api.base}/caregivers/alerts?status=all`, { as: 'ana' })
  await sleep(4000, undefined, { signal })
  const path = `/caregivers/alerts/${alert.id}/acknowledge`
  const { body } = await api.ask<{ acknowledged: boolean }>('POST', path, { token, signal })
  stage.timedStep('Ana acknowledges the alert: she is on her way')
  stage.curl(`${api.base}${path}`, { as: 'ana', post: '' })
  return body.data.acknowledged
}

async function firstAlert(api: Api, token: string, signal: AbortSignal): Promise<Alert> {
  for (;;) {
    const { body } = await api.ask<Alert[]>('GET', '/caregivers/alerts', { token, signal })
    const [alert] = body.data
    if (alert) return alert
    await sleep(1000, undefined, { signal })
  }
}

interface FallRow {
  status: string
  confidence: number
  responded: boolean
  responseTime: number | null
}

async function lookBack(stage: Stage, api: Api, { ana, rosa }: Cast): Promise<boolean> {
  const falls = await api.ask<FallRow[]>('GET', '/falls', { token: rosa.token })
  const [fall] = falls.body.data
  stage.step('What Rosa sees')
  if (fall) {
    const { status, confidence, responseTime } = fall
    const response = responseTime === null ? 'not acknowledged' : `acknowledged after ${responseTime} s`
    stage.detail(
      `A fall: ${stage.paint(styleOfLevel(status), status)}, confidence ${confidence}, ${response}`,
    )
  } else stage.detail('No fall')
  stage.curl(`${api.base}/falls`, { as: 'rosa' })

  const path = `/patients/${rosa.id}/health`
  const health = await api.ask<{ healthScore: number }>('GET', path, { token: ana.token })
  stage.step('What Ana sees of Rosa')
  stage.detail(`Health score ${health.body.data.healthScore} of 100`)
  stage.curl(`${api.base}${path}`, { as: 'ana' })
  return fall?.responded === true
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
