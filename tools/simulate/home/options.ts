import { parseArgs } from 'node:util'
import { loadConfig } from '../../../src/platform/config.ts'
import { printError } from '../../terminal.ts'
import type { Credentials } from '../people.ts'

export interface HomeOptions {
  url: string
  /** The broker from which the service reads. */
  mqttUrl: string
  admin: Credentials
  residents: number
  /** How long the day takes. */
  minutes: number
  seed: number
  remove: boolean
}

const usage = `npm run simulate -- --home [options]: plays a day of a home with buttons, beds, doors and sensors over the broker of a running service

  --url URL          address of the service (http://127.0.0.1:${loadConfig({}).port})
  --mqtt-url URL     the broker from which it reads, its MQTT_URL (MQTT_URL of the environment, or mqtt://127.0.0.1:1883)
  --email ADDRESS --password PASSWORD
                     an admin of the service: names the topics, and registers residents and devices
  --residents N      1 to 200 residents, each with four devices, and two shared doors (40)
  --minutes N        how long the day takes, 1 to 1440 (5)
  --seed N           the same seed produces the same day (1)
  --remove           delete the residents, their devices and the topics at the end
  --help             print this text

An admin makes a few requests for each device: for a whole home, start the service with RATE_LIMIT_GLOBAL=off.`

/** Reads the command line; an invalid one ends the program with a message. */
export function readHomeOptions(args = process.argv.slice(2)): HomeOptions {
  try {
    const options = parseHome(args)
    if (options) return options
    console.log(usage)
    process.exit(0)
  } catch (error) {
    printError(`${(error as Error).message}\nSee npm run simulate -- --home --help`)
    process.exit(1)
  }
}

/** Gives undefined when help is wanted. */
export function parseHome(
  args: string[],
  env: Record<string, string | undefined> = process.env,
): HomeOptions | undefined {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args,
    options: {
      ...{ home: flag, remove: flag, help: flag, email: text, password: text, 'mqtt-url': text },
      url: { ...text, default: `http://127.0.0.1:${loadConfig({}).port}` },
      residents: { ...text, default: '40' },
      minutes: { ...text, default: '5' },
      seed: { ...text, default: '1' },
    },
  })
  if (values.help) return undefined
  const { url, email, password } = values
  if (!/^https?:\/\/./.test(url)) throw new Error('--url must begin with http:// or https://')
  if (!email || !password) throw new Error('--home needs --email and --password of an admin')
  const mqttUrl = values['mqtt-url'] ?? env.MQTT_URL ?? 'mqtt://127.0.0.1:1883'
  if (!/^mqtts?:\/\/./.test(mqttUrl)) throw new Error('--mqtt-url must begin with mqtt:// or mqtts://')
  return {
    ...{ url, mqttUrl, admin: { email, password }, remove: values.remove },
    residents: whole('residents', values.residents, 1, 200),
    minutes: whole('minutes', values.minutes, 1, 1440),
    seed: whole('seed', values.seed, 0, 1_000_000),
  }
}

function whole(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new Error(`--${name} must be a whole number from ${least} to ${most}`)
}
