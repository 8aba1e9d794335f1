import type { AddressInfo } from 'node:net'
import type { Config } from './config.ts'
import type { Credentials } from './users/first-admin.ts'
import { version } from './version.ts'

/** printStartupBanner prints the addresses of the service and where its data are. */
export function printStartupBanner(
  config: Config,
  address: AddressInfo | string | null,
  dataLocation: string,
  metrics?: AddressInfo,
): void {
  const base = `${config.tls ? 'https' : 'http'}://${hostAndPort(address as AddressInfo)}`
  print(
    `Fallwatch ${version} is up.`,
    `  API       ${base}/api`,
    `  Explorer  ${base}/docs`,
    `  Data      ${dataLocation}`,
    ...(metrics ? [`  Metrics   http://${hostAndPort(metrics)}/metrics`] : []),
  )
  if (config.production && !config.tls) {
    print(
      'Plain HTTP is refused in production: use TLS_CERT and TLS_KEY, or a proxy that sets X-Forwarded-Proto.',
    )
  }
}

function hostAndPort({ address, port }: AddressInfo): string {
  const host = ['0.0.0.0', '::'].includes(address) ? 'localhost' : address
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** printAdminCredentials runs as soon as the account exists: without the password, nobody could sign in. */
export function printAdminCredentials({ email, password }: Credentials): void {
  print('The first admin account, shown this once:', `  E-mail    ${email}`, `  Password  ${password}`)
}

function print(...lines: string[]): void {
  process.stdout.write(`\n${lines.join('\n')}\n`)
}
