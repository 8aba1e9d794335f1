import { type AlertCount, createAlertCount } from './alert-count.ts'
import { openApi, Refused } from './api.ts'
import { createDetectionRecord, type DetectionRecord } from './detection-record.ts'
import { type Field, runDevice } from './device.ts'
import { type Display, statusLines } from './display.ts'
import { fallLine, mostAnnounced } from './fall-line.ts'
import { createIncidentCount, type IncidentCounts } from './incident-count.ts'
import { createLibrary, type Library, maxWearers } from './library.ts'
import { overMqtt } from './mqtt-api.ts'
import { fullName } from './names.ts'
import type { SimulateOptions } from './options.ts'
import { createPace } from './pace.ts'
import { createParticipants, type Participants, removeParticipants } from './participants.ts'
import { devicesPerPerson, type Patient, randomMac } from './people.ts'
import { createTally, type Totals } from './tally.ts'
import { createWearable } from './wearable.ts'

/** What came of a run. */
export interface Outcome extends Participants {
  /** Where the API is. */
  base: string
  totals: Totals
  detections: DetectionRecord
  alerts: number
  /** Undefined if the service could not be asked at the end. */
  incidents: IncidentCounts | undefined
  /** What the service allowed, in milliseconds between two readings, where that was slower than wanted. */
  slowedTo: number | undefined
}

/** Makes people and devices at a service and lets them live there for the given time. */
export async function simulate(
  options: SimulateOptions,
  signal: AbortSignal,
  display: Display,
): Promise<Outcome> {
  const http = openApi(options.url, (seconds) =>
    display.say(`  Waiting ${seconds} s, as the service asks (RATE_LIMIT_GLOBAL).`),
  )
  const api = options.mqttUrl === undefined ? http : overMqtt(http, options.mqttUrl)
  // Requests under way end with their connections.
  signal.addEventListener('abort', api.close, { once: true })
  const size = Math.ceil(options.devices / devicesPerPerson(options.devices))
  const crowdOptions = { size, caregiver: options.caregiver, display, signal }
  try {
    await api.ask('GET', '/health', { signal })
    // The one waits for the service while the other reckons.
    const [participants, library] = await Promise.all([
      createParticipants(api, crowdOptions),
      prepare(options, display),
    ])
    const alerts = await createAlertCount(api, participants.caregiver)
    const countIncidents = await createIncidentCount(api, participants.caregiver)
    const field: Field = {
      api,
      pace: createPace(),
      tally: createTally(),
      detections: createDetectionRecord(),
      interval: 1000 / options.speed,
      endsAt: Date.now() + arrivalOf(options) + options.duration * 1000,
      signal,
    }
    let slowedTo: number | undefined
    field.onPace = (allowed) => {
      if (options.speed > 1 && allowed > field.interval * 1.1) slowedTo = allowed
    }
    const stopShowing = show(field, options, alerts, display)
    await live(field, options, participants, library, display).finally(stopShowing)
    const { tally, detections } = field
    const outcome = {
      ...participants,
      base: api.base,
      totals: tally.total(),
      detections,
      alerts: await alerts.count(),
      incidents: await countIncidents().catch(() => undefined),
      slowedTo,
    }
    if (options.remove) await removeParticipants(api, participants, crowdOptions)
    return outcome
  } finally {
    api.close()
  }
}

/** Works the motion out beforehand, which would otherwise be taken for the service's slowness. */
async function prepare({ devices, seed, hz, peakOnly }: SimulateOptions, display: Display): Promise<Library> {
  const library = createLibrary({ seed, hz, peakOnly })
  const wearers = Math.min(devices, maxWearers)
  display.say(`  Computing the motion of ${wearers === 1 ? 'one person' : `${wearers} people`} …`)
  for (let wearer = 0; wearer < wearers; wearer++) {
    library.prepare(wearer)
    await new Promise(setImmediate)
  }
  return library
}

/** A first reading registers its device, which takes a service longer than other readings: so many a second. */
const newcomersPerSecond = 100

/** In milliseconds. Whole seconds of the devices' time, so that they are spread evenly over each one. */
const arrivalOf = ({ devices, speed }: SimulateOptions) =>
  Math.ceil(devices / newcomersPerSecond) * (1000 / speed)

/** Lets every device live until the end; one that the service refuses gives up, and the others go on. */
async function live(
  field: Field,
  options: SimulateOptions,
  { patients }: Participants,
  library: Library,
  display: Display,
) {
  const { devices, seed, scenario } = options
  const arrival = arrivalOf(options)
  const startsAt = Date.now()
  const each = devicesPerPerson(devices)
  await Promise.all(
    Array.from({ length: devices }, (_, device) => {
      const patient = patients[Math.floor(device / each)] as Patient
      const identity = { mac: randomMac(), key: patient.deviceKey }
      const record = field.detections.open((news) => {
        const seconds = (Date.now() - startsAt) / 1000
        if (devices <= mostAnnounced) display.say(fallLine(display, seconds, fullName(patient), news))
      })
      const next = createWearable({ device, seed, library, scenario })
      const wearing = { identity, record, next, startsAt: startsAt + (arrival * device) / devices }
      return runDevice(field, wearing).catch(endOfDevice)
    }),
  )
}

/** Ctrl-C ends a run early, and what it has found is still worth showing. Refusals have been counted. */
function endOfDevice(error: unknown): void {
  if (!(error instanceof Refused) && (error as Error).name !== 'AbortError') throw error
}

/** Displays how the run goes, until what it returns is called. */
function show(field: Field, { devices, speed }: SimulateOptions, alerts: AlertCount, display: Display) {
  const { tally, detections, endsAt } = field
  const draw = () => {
    const secondsLeft = (endsAt - Date.now()) / 1000
    const status = {
      devices,
      wanted: devices * speed,
      secondsLeft,
      falls: detections.counts(),
      alerts: alerts.latest(),
    }
    display.draw(statusLines(status, tally.look()))
  }
  const timer = setInterval(draw, display.isLive ? 1000 : 15_000)
  const stopCounting = alerts.keepCounting()
  return () => {
    clearInterval(timer)
    stopCounting()
    display.finish()
  }
}
