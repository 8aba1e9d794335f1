import type { AddressInfo } from 'node:net'
import type { Config } from './config.ts'
import type { Credentials } from './users/first-admin.ts'
import { version } from './version.ts'

interface Announcement {
  config: Config
  address: AddressInfo | string | null
  place: string
  newAdmin: Credentials | undefined
}

/** announce tells the person at the terminal where everything is. The password goes nowhere else. */
export function announce({ config, address, place, newAdmin }: Announcement): void {
  const { port, address: ip } = address as AddressInfo
  const host = ['0.0.0.0', '::'].includes(ip) ? 'localhost' : ip.includes(':') ? `[${ip}]` : ip
  const base = `${config.tls ? 'https' : 'http'}://${host}:${port}`
  const lines = [
    `Fallwatch ${version} is up.`,
    `  API       ${base}/api`,
    `  Explorer  ${base}/docs`,
    `  Data      ${place}`,
  ]
  if (newAdmin) {
    lines.push(`  Admin     ${newAdmin.email}  ${newAdmin.password}  (shown this once: keep it)`)
  }
  if (config.production && !config.tls) {
    lines.push(
      '  Production: plain HTTP is refused. Use TLS_CERT and TLS_KEY, or a proxy that sets X-Forwarded-Proto.',
    )
  }
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
}
