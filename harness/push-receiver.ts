import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto'
import type { PushSubscription } from '../src/alerting/notifications/channels/web-push.ts'
import { type HttpReceiver, type ReceivedRequest, startHttpReceiver } from './http-receiver.ts'

/** A message as the browser of a subscriber sees it, with the headers that the push service acts upon. */
export interface ReceivedPush {
  endpoint: string
  ttl: number
  urgency: string | undefined
  topic: string | undefined
  /** The claims of the sender, whose signature was verified. */
  sender: { aud: string; exp: number; sub: string }
  payload: unknown
}

/** A push service and the browsers that subscribed to it. */
export interface PushReceiver {
  subscribe(): PushSubscription
  /** Ends a subscription: its endpoint answers 410 from now on. */
  expire(subscription: PushSubscription): void
  messages: ReceivedPush[]
  stop(): Promise<void>
}

type Browser = ReturnType<typeof createBrowser>

/**
 * Accepts messages that are signed with the key to which its subscriptions are bound. It answers when
 * `onMessage` is done.
 */
export async function startPushReceiver(
  vapidPublicKey: string,
  onMessage: (message: ReceivedPush) => void | Promise<void> = () => {},
): Promise<PushReceiver> {
  const messages: ReceivedPush[] = []
  const browsers = new Map<string, Browser | 'expired'>()
  const receiver: HttpReceiver = await startHttpReceiver(async (response, request) => {
    const browser = browsers.get(request.path)
    if (browser === undefined) return void response.writeHead(404).end()
    if (browser === 'expired') return void response.writeHead(410).end()
    try {
      const message = receive(request, browser, receiver.url, vapidPublicKey)
      messages.push(message)
      await onMessage(message)
      response.writeHead(201).end()
    } catch (error) {
      response.writeHead(400).end(String(error))
    }
  })
  return {
    messages,
    subscribe() {
      const browser = createBrowser()
      const path = `/push/${randomUUID()}`
      browsers.set(path, browser)
      return { endpoint: `${receiver.url}${path}`, keys: browser.keys }
    },
    expire: ({ endpoint }) => void browsers.set(new URL(endpoint).pathname, 'expired'),
    stop: receiver.stop,
  }
}

function createBrowser() {
  const curve = createECDH('prime256v1')
  const publicKey = curve.generateKeys()
  const auth = randomBytes(16)
  const keys = { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') }
  return { curve, publicKey, auth, keys }
}

function receive(
  { path, headers, body }: ReceivedRequest,
  browser: Browser,
  origin: string,
  vapidPublicKey: string,
): ReceivedPush {
  const { ttl, urgency, topic, authorization = '', 'content-encoding': encoding } = headers
  if (encoding !== 'aes128gcm') throw new Error(`Unknown encoding ${encoding}`)
  if (typeof ttl !== 'string' || !/^\d+$/.test(ttl)) throw new Error('TTL is missing')
  if (topic !== undefined && !/^[-\w]{1,32}$/.test(String(topic))) throw new Error('Invalid topic')
  if (body.length > 4096) throw new Error('The message is too long')
  return {
    endpoint: `${origin}${path}`,
    ttl: Number(ttl),
    urgency: urgency?.toString(),
    topic: topic?.toString(),
    sender: verifySender(authorization, origin, vapidPublicKey),
    payload: JSON.parse(decrypt(body, browser).toString()),
  }
}

/** Checks the signature and claims of RFC 8292. */
function verifySender(authorization: string, origin: string, expectedKey: string): ReceivedPush['sender'] {
  const { token = '', key = '' } =
    /^vapid t=(?<token>[^,\s]+),\s*k=(?<key>\S+)$/.exec(authorization)?.groups ?? {}
  if (key !== expectedKey) throw new Error('Signed with another key')
  const [header = '', claims = '', signature = ''] = token.split('.')
  const publicKey = { key: importKey(key), dsaEncoding: 'ieee-p1363' } as const
  const signed = Buffer.from(`${header}.${claims}`)
  if (!verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'))) {
    throw new Error('Invalid signature')
  }
  const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const sender = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const secondsLeft = sender.exp - Date.now() / 1000
  if (alg !== 'ES256' || sender.aud !== origin) throw new Error('Signed for somebody else')
  if (!(secondsLeft > 0 && secondsLeft <= 24 * 3600)) throw new Error('The signature is not valid now')
  return sender
}

/** Reads an uncompressed point of P-256. */
function importKey(key: string) {
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)]
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
}

/** RFC 8291: a message of a single record of the encoding in RFC 8188. */
function decrypt(body: Buffer, { curve, publicKey, auth }: Browser): Buffer {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const record = 21 + body.readUInt8(20)
  const senderKey = body.subarray(21, record)
  const content = body.subarray(record)
  if (content.length > recordSize) throw new Error('More than one record')

  const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, length))
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
  const inputKey = derive(curve.computeSecret(senderKey), auth, keyInfo, 32)
  const contentKey = derive(inputKey, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(inputKey, salt, 'Content-Encoding: nonce\0', 12)

  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
  decipher.setAuthTag(content.subarray(-16))
  const padded = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()])
  // The content ends with a 2 in the last record, which zeros may follow.
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('Invalid padding')
  return padded.subarray(0, end)
}
