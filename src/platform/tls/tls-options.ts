import { readFileSync } from 'node:fs'
import type { ServerOptions } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { msPerHour } from '../lib/duration.ts'
import { StartError } from '../lib/errors.ts'
import { keepOwnCertificate } from './own-certificate.ts'

/**
 * The suites of TLS 1.3, and those of TLS 1.2 with forward secrecy (ECDHE) and authenticated encryption (GCM,
 * ChaCha20-Poly1305): Node's default list also has CBC and static RSA. Without a suite of 1.3, Node disables 1.3.
 */
const cipherSuites = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
]

export type TlsOptions = Pick<ServerOptions, 'cert' | 'key' | 'ciphers' | 'minVersion' | 'honorCipherOrder'>

/** Reads the certificate and its key; undefined if the service uses plain HTTP. */
export function readTlsOptions({ tls, dataDir }: Config, now = new Date()): TlsOptions | undefined {
  if (!tls) return undefined
  if (tls === 'own') return tlsOptionsOf(keepOwnCertificate(dataDir, now))
  const options = tlsOptionsOf({ cert: readPem('TLS_CERT', tls.cert), key: readPem('TLS_KEY', tls.key) })
  try {
    createSecureContext(options)
    return options
  } catch (error) {
    throw new StartError(
      `TLS_CERT and TLS_KEY are not a certificate and its key: ${(error as Error).message}`,
    )
  }
}

const tlsOptionsOf = ({ cert, key }: Pick<TlsOptions, 'cert' | 'key'>): TlsOptions => ({
  ...{ cert, key },
  ciphers: cipherSuites.join(':'),
  minVersion: 'TLSv1.2',
  honorCipherOrder: true,
})

/** A machine that is carried into another network gets another address there. */
const checkEveryMs = msPerHour

/**
 * Looks every hour whether a certificate of one's own must be renewed, and calls `use` with the new one; it returns how to
 * stop that.
 */
export function watchOwnCertificate(
  { tls, dataDir }: Config,
  log: Logger,
  use: (options: TlsOptions) => void,
): () => void {
  if (tls !== 'own') return () => {}
  const timer = setInterval(() => {
    try {
      const kept = keepOwnCertificate(dataDir, new Date())
      if (!kept.isNew) return
      use(tlsOptionsOf(kept))
      log.info('the certificate was renewed')
    } catch (error) {
      log.warn({ err: error }, 'the certificate could not be renewed')
    }
  }, checkEveryMs).unref()
  return () => clearInterval(timer)
}

function readPem(name: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new StartError(`${name} cannot be read: ${(error as Error).message}`)
  }
}
