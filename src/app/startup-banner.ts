import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { renderUnicodeCompact } from 'uqr'
import type { Credentials } from '../accounts/auth/first-admin.ts'
import { describeHold } from '../alerting/notifications/hold.ts'
import { type BackupKey, newKeyLines } from '../platform/backup/backup-key.ts'
import type { Config } from '../platform/config.ts'
import type { Hold } from '../platform/db/installation.ts'
import { isOnTerminal } from '../platform/log.ts'
import { version } from '../platform/project.ts'
import { lanOrigins } from '../platform/tls/own-certificate.ts'
import { isConsoleBuilt } from './console/console-files.ts'

/** What an operator needs to know of a service that has started. */
export interface Started {
  address: AddressInfo
  dataLocation: string
  metrics?: AddressInfo | undefined
  mqtt?: AddressInfo | undefined
  /** Why no messages are sent, if so. */
  hold?: Pick<Hold, 'reason'> | undefined
}

/**
 * Shows the addresses of the service: in a banner on a terminal, in one line of the log elsewhere, where
 * whatever reads the log expects every line to be JSON. Every address answers a browser.
 */
export function reportStart(
  config: Config,
  log: Logger,
  { address, dataLocation, metrics, mqtt, hold }: Started,
): void {
  const base = `${config.tls ? 'https' : 'http'}://${hostAndPort(address)}`
  const addresses = {
    ...(isConsoleBuilt() && { console: `${base}/` }),
    explorer: `${base}/docs`,
    health: `${base}/api/health`,
    openapi: `${base}/api/openapi.json`,
    ...(mqtt && { mqtt: `${config.tls ? 'mqtts' : 'mqtt'}://${hostAndPort(mqtt)}` }),
    ...(metrics && { metrics: `http://${hostAndPort(metrics)}/metrics` }),
  }
  if (isOnTerminal) {
    print(process.stdout, [
      `Fallwatch ${version} is up.`,
      ...(addresses.console ? [`  Console   ${addresses.console}`] : []),
      `  Explorer  ${addresses.explorer}`,
      `  Health    ${addresses.health}`,
      `  OpenAPI   ${addresses.openapi}`,
      ...(addresses.mqtt ? [`  MQTT      ${addresses.mqtt}`] : []),
      ...(addresses.metrics ? [`  Metrics   ${addresses.metrics}`] : []),
      `  Data      ${dataLocation}`,
      ...(hold ? [`  HELD      ${describeHold(hold)}`] : []),
      ...phoneLines(config, address.port),
    ])
  } else if (config.logLevel !== 'silent') {
    // Whatever the level: a port that was picked at random is known from this line alone.
    log
      .child({}, { level: 'info' })
      .info({ version, ...addresses, data: dataLocation, held: hold?.reason }, 'started')
  }
  if (hold) log.warn({ reason: hold.reason }, describeHold(hold))
  if (config.production && !config.tls) {
    log.warn(
      'plain HTTP is refused in production: set TLS_CERT and TLS_KEY, or use a proxy that sets X-Forwarded-Proto',
    )
  }
}

/** The address for a phone of the same network, as a code to scan and as text. */
function phoneLines(config: Config, port: number): string[] {
  const [origin, ...others] = lanOrigins(config, port)
  if (config.tls !== 'own' || !isConsoleBuilt()) return []
  if (!origin) return ['  Phone     no address that a phone could reach: HOST is this machine alone']
  // In colours of its own, because readers want dark on light whatever those of the terminal are.
  const code = renderUnicodeCompact(`${origin}/`, { border: 2 })
    .split('\n')
    .map((row) => `    \x1b[97;40m${row}\x1b[0m`)
  return [
    `  Phone     ${origin}/${others.length > 0 ? ` (or ${others.join(', ')})` : ''}`,
    '            The certificate is our own: the browser asks once whether to trust it.',
    '',
    ...code,
  ]
}

function hostAndPort({ address, port }: AddressInfo): string {
  const host = ['0.0.0.0', '::'].includes(address) ? 'localhost' : address
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * Runs as soon as the account exists: without the password, nobody could sign in. They never go
 * to the log, which is kept and forwarded: where that is the standard output, they go to the standard error.
 */
export function printAdminCredentials({ email, password }: Credentials): void {
  print(isOnTerminal ? process.stdout : process.stderr, [
    'The first admin account, shown only once:',
    `  E-mail    ${email}`,
    `  Password  ${password}`,
  ])
}

/** Shows a key that was made at this start, as the password of the first admin. */
export function reportBackupKey({ key, isNew }: BackupKey): void {
  if (isNew) print(isOnTerminal ? process.stdout : process.stderr, newKeyLines(key))
}

function print(out: NodeJS.WriteStream, lines: string[]): void {
  out.write(`\n${lines.join('\n')}\n\n`)
}
