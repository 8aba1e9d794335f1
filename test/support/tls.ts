import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import type { TcpNetConnectOpts } from 'node:net'
import { join } from 'node:path'
import { type ConnectionOptions, connect, getCiphers, type TLSSocket } from 'node:tls'
import { makeFolder } from '../../harness/service-process.ts'

export type KeyKind = 'RSA' | 'ECDSA'

const keyOptions: Record<KeyKind, string[]> = {
  RSA: ['-newkey', 'rsa:2048'],
  ECDSA: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
}

/** Gives the PEM files of a self-signed certificate. It takes openssl: Node can make none. */
export function makeCertificate(kind: KeyKind, name: string): { cert: string; key: string } {
  const folder = makeFolder()
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const owner = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const files = ['-nodes', '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', ...keyOptions[kind], ...files, '-days', '2', ...owner], {
    stdio: 'pipe',
  })
  return { cert, key }
}

/** Connects without asking who the certificate is from: it is self-signed. */
export async function openTls(
  port: number,
  options: ConnectionOptions & Partial<TcpNetConnectOpts> = {},
): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options })
  await once(socket, 'secureConnect')
  return socket
}

/** Gives the cipher suite that a TLS 1.2 client which offers just these ends up with, or throws. */
export async function offerTls12(port: number, suites: string): Promise<string> {
  // Level 0 lets the client offer what it would not accept itself.
  const ciphers = `${suites}:@SECLEVEL=0`
  const socket = await openTls(port, { ciphers, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' })
  const { name } = socket.getCipher()
  socket.destroy()
  return name
}

/** Offers every suite of TLS 1.2 that this Node knows, one at a time, and lists those that are taken. */
export async function tls12Suites(port: number): Promise<string[]> {
  const known = getCiphers()
    .filter((name) => !name.startsWith('tls_'))
    .map((name) => name.toUpperCase())
  const taken: string[] = []
  for (const name of known) {
    const got = await offerTls12(port, name).catch(() => undefined)
    if (got) taken.push(got)
  }
  return taken.sort()
}

/** The suites of TLS 1.2 that a server with such a key may take: forward secrecy and authenticated encryption. */
export const goodTls12Suites = (kind: KeyKind) =>
  ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].map((suite) => `ECDHE-${kind}-${suite}`)

/** Suites that a server with such a key would take if it were left to its defaults, and must not. */
export const badTls12Suites: Record<KeyKind, string[]> = {
  RSA: [
    'AES128-SHA',
    'AES128-GCM-SHA256',
    'AES256-GCM-SHA384',
    'ECDHE-RSA-AES128-SHA',
    'ECDHE-RSA-AES128-SHA256',
  ],
  ECDSA: ['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES128-SHA256', 'ECDHE-ECDSA-AES256-SHA384'],
}
