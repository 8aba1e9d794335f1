import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { msPerDay } from '../lib/duration.ts'
import { StartError } from '../lib/errors.ts'
import { makeFolder } from '../lib/make-folder.ts'
import { writeCertificate } from './certificate-writer.ts'

/** Browsers accept no longer one. */
const validityMs = 397 * msPerDay
const renewBeforeMs = 30 * msPerDay
/** The clock of a phone may be slow. */
const backdatedMs = msPerDay

const fileName = 'https-certificate.pem'

export interface OwnCertificate {
  /** PEM, as Node takes them. */
  cert: string
  key: string
  /** Whether it was made now: browsers ask about it again. */
  isNew: boolean
}

/**
 * The addresses at which other machines of the network reach this one. Without those of IPv6: systems change them every
 * day, and for each new certificate people are asked again.
 */
export const lanAddresses = (interfaces = networkInterfaces()): string[] =>
  Object.entries(interfaces)
    .sort(([a], [b]) => Number(isVirtual(a)) - Number(isVirtual(b)))
    .flatMap(([, addresses = []]) =>
      addresses.flatMap(({ address, family, internal }) =>
        family === 'IPv4' && !internal && !address.startsWith('169.254.') ? address : [],
      ),
    )

/** The networks of containers, virtual machines and tunnels, which no phone is in, come last. */
const isVirtual = (name: string) =>
  /^(docker|br-|veth|virbr|vmnet|vboxnet|utun|tun|tap|wg|vEthernet)/.test(name)

/** Where others of the network reach a service with a certificate of its own. */
export function lanOrigins({ tls, host }: Pick<Config, 'tls' | 'host'>, port: number): string[] {
  if (tls !== 'own') return []
  const isEverywhere = ['0.0.0.0', '::'].includes(host)
  const addresses = lanAddresses().filter((address) => isEverywhere || address === host)
  return addresses.map((address) => `https://${address}:${port}`)
}

/** What the certificate must be valid for. */
export function namesOfMachine(addresses = lanAddresses(), host = hostname()): string[] {
  // What is no host name, such as one with an underscore, is left out.
  const plain = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d-]{1,63})*$/i.test(host)
    ? host.toLowerCase()
    : undefined
  const named = plain ? [plain, ...(plain.includes('.') ? [] : [`${plain}.local`])] : []
  return [...new Set(['localhost', ...named, '127.0.0.1', '::1', ...addresses])]
}

/**
 * Returns the certificate that the service has made itself and keeps in the data directory. Another one is made before it
 * expires, and when the machine has got another name or address.
 */
export function keepOwnCertificate(dataDir: string, now: Date, names = namesOfMachine()): OwnCertificate {
  const file = join(dataDir, fileName)
  try {
    const kept = readKept(file)
    return kept && isCurrent(kept, now, names) ? { ...kept, isNew: false } : make(file, dataDir, now, names)
  } catch (error) {
    throw new StartError(`No certificate can be kept in ${file}: ${(error as Error).message}`)
  }
}

type Kept = Omit<OwnCertificate, 'isNew'>

function readKept(file: string): Kept | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const [cert] = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/.exec(text) ?? []
  const [key] = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n/.exec(text) ?? []
  return cert && key ? { cert, key } : undefined
}

function isCurrent({ cert, key }: Kept, now: Date, names: readonly string[]): boolean {
  try {
    const certificate = new X509Certificate(cert)
    const leftMs = Date.parse(certificate.validTo) - now.getTime()
    if (leftMs < renewBeforeMs || leftMs > validityMs) return false
    const isValidFor = (name: string) =>
      (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name, { subject: 'never' })) !==
      undefined
    return certificate.checkPrivateKey(createPrivateKey(key)) && names.every(isValidFor)
  } catch {
    // Somebody has changed it.
    return false
  }
}

function make(file: string, dataDir: string, now: Date, names: readonly string[]): OwnCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const cert = writeCertificate({
    ...{ commonName: `Fallwatch on ${hostname()}`.slice(0, 64), names, privateKey, publicKey },
    notBefore: new Date(now.getTime() - backdatedMs),
    notAfter: new Date(now.getTime() - backdatedMs + validityMs),
  })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  makeFolder(dataDir)
  // In one file, so that a crash leaves no certificate without its key; only this account may read it.
  const temporary = `${file}.${process.pid}`
  try {
    writeFileSync(temporary, cert + key, { mode: 0o600, flush: true } as object)
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
  return { cert, key, isNew: true }
}
