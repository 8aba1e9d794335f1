import { parseArgs } from 'node:util'
import { loadConfig } from '../../src/config.ts'
import { bodyHz } from './movement.ts'
import { type ScenarioName, scenarioNames, scenarios } from './scenarios.ts'

export interface SimulateOptions {
  url: string
  devices: number
  scenario: ScenarioName
  duration: number
  speed: number
  hz: number
  bare: boolean
  seed: number
  caregiver: { email: string; password: string } | undefined
  remove: boolean
  /** How many plays of everything to judge without a service. */
  offline: number | undefined
  /** How many hours of rough days to compare with those of nurses meanwhile. */
  hours: number
}

const rates = [10, 20, 25, 50, 100].filter((hz) => bodyHz % hz === 0)
const defaultUrl = `http://127.0.0.1:${loadConfig({}).port}`

const usage = `npm run simulate -- [options]: wearables in front of a Fallwatch

  --url URL          the service (${defaultUrl})
  --devices N        1 to 10000 devices (10): one to a person up to 20, ten to a person beyond
  --scenario NAME    what their wearers do (fall):
${scenarioNames.map((name) => `                       ${name.padEnd(12)} ${scenarios[name].summary}`).join('\n')}
  --duration SECONDS how long, by the clock on the wall, after all have arrived: a hundred a second (120)
  --speed N          the devices' time runs N times as fast (1). The service must allow it: it takes a reading a
                     second from each device unless started with RATE_LIMIT_SENSOR=off. Falls that come within 30 s
                     by its clock are one to it, so there are fewer alerts
  --hz N             samples a second: ${rates.join(', ')} (50)
  --bare             send each second's hardest moment alone, no samples
  --seed N           the same number plays the same lives (1); people and devices are made afresh in each run
  --email ADDRESS --password WORD
                     a caregiver who has an account already, such as the one that an earlier run made
  --remove           delete the simulated people afterwards
  --offline N        no service: play each fall and each activity N times to the detector alone, then rough days,
                     and compare these with what was measured on nurses at work: how rough they are, and how many
                     alarms they raise
  --hours N          how many hours of rough days to compare (48)
  --help             this text

One caregiver signs up and invites the patients, which takes three requests for each. With the usual 100 requests a
minute that makes 320 devices a minute, and with the usual 20 invitations an hour 200 devices in all; for thousands
start the service with RATE_LIMIT_GLOBAL=off and RATE_LIMIT_INVITATIONS=off.`

/** readSimulateOptions reads the command line; anything amiss ends the program with a line. */
export function readSimulateOptions(args = process.argv.slice(2)): SimulateOptions {
  try {
    const options = parse(args)
    if (options) return options
    console.log(usage)
    process.exit(0)
  } catch (error) {
    console.error(`${(error as Error).message}\nMore with: npm run simulate -- --help`)
    process.exit(1)
  }
}

/** parse gives undefined when help is wanted. */
export function parse(args: string[]): SimulateOptions | undefined {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args,
    options: {
      url: { ...text, default: defaultUrl },
      devices: { ...text, default: '10' },
      scenario: { ...text, default: 'fall' },
      duration: { ...text, default: '120' },
      speed: { ...text, default: '1' },
      hz: { ...text, default: '50' },
      bare: flag,
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
  if ((email === undefined) !== (password === undefined)) throw new Error('--email goes with --password')
  return {
    url,
    scenario,
    hz,
    devices: whole('devices', values.devices, 1, 10_000),
    duration: numberIn('duration', values.duration, 1, 7 * 86_400),
    speed: numberIn('speed', values.speed, 0.1, 1000),
    seed: whole('seed', values.seed, 0, 1_000_000),
    bare: values.bare,
    remove: values.remove,
    caregiver: email !== undefined && password !== undefined ? { email, password } : undefined,
    offline: offline === undefined ? undefined : whole('offline', offline, 1, 10_000),
    hours: whole('hours', values.hours, 1, 10_000),
  }
}

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
