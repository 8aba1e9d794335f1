import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto'
import ipaddr from 'ipaddr.js'

/**
 * Writes X.509 certificates (RFC 5280), which Node can read but not make. Only what one for a web server needs, in DER: each
 * value is a tag, a length and a content.
 */

type Der = Buffer

function value(tag: number, ...contents: Uint8Array[]): Der {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content])
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes = Buffer.from(
    length.toString(16).padStart(2 * Math.ceil(length.toString(16).length / 2), '0'),
    'hex',
  )
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

const sequence = (...parts: Der[]) => value(0x30, ...parts)
const setOf = (...parts: Der[]) => value(0x31, ...parts)
const boolean = (isTrue: boolean) => value(0x01, Buffer.from([isTrue ? 0xff : 0]))
const octets = (content: Uint8Array) => value(0x04, content)
const utf8 = (text: string) => value(0x0c, Buffer.from(text))
/** Of whole bytes, or with some bits of the last one unused. */
const bits = (content: Uint8Array, unused = 0) => value(0x03, Buffer.from([unused]), content)
const context = (tag: number, ...parts: Uint8Array[]) => value(0xa0 | tag, ...parts)

/** A positive number: the first bit would make it a negative one. */
function integer(bytes: Uint8Array): Der {
  const first = bytes[0] ?? 0
  return value(0x02, ...(first & 0x80 ? [Buffer.from([0]), bytes] : [bytes]))
}

function objectId(dotted: string): Der {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second, ...rest].flatMap((part) => {
    const groups = [part & 0x7f]
    for (let left = part >>> 7; left > 0; left >>>= 7) groups.unshift(0x80 | (left & 0x7f))
    return groups
  })
  return value(0x06, Buffer.from(bytes))
}

/** UTCTime until 2049 and GeneralizedTime from then on, as RFC 5280 requires; to the second. */
function time(date: Date): Der {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, '')
  const isShort = date.getUTCFullYear() < 2050
  return value(isShort ? 0x17 : 0x18, Buffer.from(isShort ? digits.slice(2) : digits))
}

const ids = {
  commonName: '2.5.4.3',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
}

const extension = (id: string, isCritical: boolean, content: Der) =>
  sequence(objectId(id), ...(isCritical ? [boolean(true)] : []), octets(content))

/** A host name or an address. */
const alternativeName = (name: string) =>
  ipaddr.isValid(name)
    ? value(0x87, Buffer.from(ipaddr.parse(name).toByteArray()))
    : value(0x82, Buffer.from(name, 'ascii'))

export interface CertificateRequest {
  /** Shown by browsers that ask whether to trust it. */
  commonName: string
  /** The host names and addresses that it is valid for. */
  names: readonly string[]
  notBefore: Date
  notAfter: Date
  /** An ECDSA key, which signs the certificate as well. */
  privateKey: KeyObject
  publicKey: KeyObject
}

/** Makes a certificate that is signed by its own key, as PEM. It can vouch for no other one. */
export function writeCertificate(request: CertificateRequest): string {
  const publicKey = request.publicKey.export({ type: 'spki', format: 'der' })
  const algorithm = sequence(objectId(ids.ecdsaWithSha256))
  const name = sequence(setOf(sequence(objectId(ids.commonName), utf8(request.commonName))))
  const digitalSignature = bits(Buffer.from([0x80]), 7)
  const extensions = sequence(
    extension(ids.basicConstraints, true, sequence()),
    extension(ids.keyUsage, true, digitalSignature),
    extension(ids.extendedKeyUsage, false, sequence(objectId(ids.serverAuth))),
    extension(ids.subjectAltName, false, sequence(...request.names.map(alternativeName))),
    extension(ids.subjectKeyIdentifier, false, octets(createHash('sha1').update(publicKey).digest())),
  )
  const version3 = context(0, integer(Buffer.from([2])))
  const serial = Buffer.concat([Buffer.from([0x40]), randomBytes(15)])
  const contents = sequence(
    version3,
    integer(serial),
    algorithm,
    name,
    sequence(time(request.notBefore), time(request.notAfter)),
    name,
    publicKey,
    context(3, extensions),
  )
  const signature = sign('sha256', contents, request.privateKey)
  const lines =
    sequence(contents, algorithm, bits(signature))
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
