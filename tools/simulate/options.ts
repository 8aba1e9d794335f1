import { parseArgs } from 'node:util'
import { loadConfig } from '../../src/platform/config.ts'
import { secondsPerDay } from '../../src/platform/lib/duration.ts'
import { printError } from '../terminal.ts'
import { mostAnnounced } from './fall-line.ts'
import { bodyHz } from './movement.ts'
import { type ScenarioName, scenarioNames, scenarios } from './scenarios.ts'

export interface SimulateOptions {
  url: string
  /** Where devices connect over MQTT; undefined if they use HTTP. */
  mqttUrl: string | undefined
  devices: number
  scenario: ScenarioName
  duration: number
  speed: number
  hz: number
  peakOnly: boolean
  seed: number
  caregiver: { email: string; password: string } | undefined
  remove: boolean
  /** How often to run the detector on each fall and activity, without a service. */
  offline: number | undefined
  /** How many hours of rough days to compare with measurements on nurses. */
  hours: number
}

const rates = [10, 20, 25, 50, 100].filter((hz) => bodyHz % hz === 0)
const defaultUrl = `http://127.0.0.1:${loadConfig({}).port}`

const usage = `npm run simulate -- [options]: simulates wearables and their wearers against a running service

  --url URL          address of the service (${defaultUrl})
  --mqtt             send readings over MQTT, to port 1883 of that address, or with TLS to 8883 if it begins with https://
  --mqtt-url URL     the same, to another address, such as mqtts://care.example.org:8883
  --devices N        1 to 10000 devices (10); up to 20, each person wears one, beyond that ten. Up to ${mostAnnounced} devices,
                     each fall is printed as it happens
  --scenario NAME    what the wearers do (fall):
${scenarioNames.map((name) => `                       ${name.padEnd(12)} ${scenarios[name].summary}`).join('\n')}
  --duration SECONDS how long to run, after all devices have started, 100 of them a second (120)
  --speed N          run the devices' time N times as fast (1). The service accepts one reading a second from a device,
                     unless it was started with RATE_LIMIT_SENSOR=off. It counts falls within 30 s, by its own clock,
                     as one, so there are fewer alerts
  --hz N             samples per second: ${rates.join(', ')} (50)
  --peak-only        send only the peak of each second, without samples
  --seed N           the same seed produces the same motion (1); people and devices are new in each run
  --email ADDRESS --password PASSWORD
                     use this caregiver, such as one that an earlier run created, instead of signing up a new one
  --remove           delete the simulated people at the end
  --offline N        without a service: run the detector on each fall and each activity N times, then on rough days, and
                     compare the rough days with measurements on nurses at work: impacts and false alarms
  --hours N          hours of rough days to compare (48)
  --home             play a day of a home with all kinds of devices instead, over the broker of the service; see
                     --home --help
  --help             print this text

Colours are used on a terminal; NO_COLOR and FORCE_COLOR override that.

One caregiver signs up and invites the patients, with three requests for each. The default rate limits allow 5 signups
in 15 minutes, 320 devices a minute (100 requests) and 200 devices in all (20 invitations an hour). For thousands of
devices, start the service with RATE_LIMIT_GLOBAL=off and RATE_LIMIT_INVITATIONS=off.`

/** Reads the command line; an invalid one ends the program with a message. */
export function readSimulateOptions(args = process.argv.slice(2)): SimulateOptions {
  try {
    const options = parse(args)
    if (options) return options
    console.log(usage)
    process.exit(0)
  } catch (error) {
    printError(`${(error as Error).message}\nSee npm run simulate -- --help`)
    process.exit(1)
  }
}

/** Gives undefined when help is wanted. */
export function parse(args: string[]): SimulateOptions | undefined {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args,
    options: {
      url: { ...text, default: defaultUrl },
      mqtt: flag,
      'mqtt-url': text,
      devices: { ...text, default: '10' },
      scenario: { ...text, default: 'fall' },
      duration: { ...text, default: '120' },
      speed: { ...text, default: '1' },
      hz: { ...text, default: '50' },
      'peak-only': flag,
      seed: { ...text, default: '1' },
      email: text,
      password: text,
      remove: flag,
      offline: text,
      hours: { ...text, default: '48' },
      help: flag,
    },
  })
  if (values.help) return undefined
  const { url, scenario, email, password, offline } = values
  if (!/^https?:\/\/./.test(url)) throw new Error('--url must begin with http:// or https://')
  if (!isScenario(scenario)) throw new Error(`--scenario must be one of ${scenarioNames.join(', ')}`)
  const hz = numberIn('hz', values.hz, 1, 1000)
  if (!rates.includes(hz)) throw new Error(`--hz must be one of ${rates.join(', ')}`)
  if ((email === undefined) !== (password === undefined))
    throw new Error('--email and --password must be used together')
  const mqttUrl = values['mqtt-url'] ?? (values.mqtt ? mqttUrlOf(new URL(url)) : undefined)
  if (mqttUrl !== undefined && !/^mqtts?:\/\/./.test(mqttUrl))
    throw new Error('--mqtt-url must begin with mqtt:// or mqtts://')
  return {
    url,
    mqttUrl,
    scenario,
    hz,
    devices: whole('devices', values.devices, 1, 10_000),
    duration: numberIn('duration', values.duration, 1, 7 * secondsPerDay),
    speed: numberIn('speed', values.speed, 0.1, 1000),
    seed: whole('seed', values.seed, 0, 1_000_000),
    peakOnly: values['peak-only'],
    remove: values.remove,
    caregiver: email !== undefined && password !== undefined ? { email, password } : undefined,
    offline: offline === undefined ? undefined : whole('offline', offline, 1, 10_000),
    hours: whole('hours', values.hours, 1, 10_000),
  }
}

const mqttUrlOf = ({ hostname, protocol }: URL) =>
  protocol === 'https:' ? `mqtts://${hostname}:8883` : `mqtt://${hostname}:1883`

const isScenario = (name: string): name is ScenarioName => (scenarioNames as string[]).includes(name)

function numberIn(name: string, text: string, least: number, most: number): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new Error(`--${name} must be a number from ${least} to ${most}`)
}

function whole(name: string, text: string, least: number, most: number): number {
  const value = numberIn(name, text, least, most)
  if (Number.isInteger(value)) return value
  throw new Error(`--${name} must be a whole number`)
}
