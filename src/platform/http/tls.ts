import { readFileSync } from 'node:fs'
import type { ServerOptions } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { Config } from '../config.ts'
import { StartError } from '../lib/errors.ts'

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
export function readTlsOptions({ tls }: Config): TlsOptions | undefined {
  if (!tls) return undefined
  const options: TlsOptions = {
    cert: readPem('TLS_CERT', tls.cert),
    key: readPem('TLS_KEY', tls.key),
    ciphers: cipherSuites.join(':'),
    minVersion: 'TLSv1.2',
    honorCipherOrder: true,
  }
  try {
    createSecureContext(options)
    return options
  } catch (error) {
    throw new StartError(
      `TLS_CERT and TLS_KEY are not a certificate and its key: ${(error as Error).message}`,
    )
  }
}

function readPem(name: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new StartError(`${name} cannot be read: ${(error as Error).message}`)
  }
}
