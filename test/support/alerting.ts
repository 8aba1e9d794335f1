import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach } from 'node:test'
import { type HttpReceiver, type ReceivedRequest, startHttpReceiver } from '../../harness/http-receiver.ts'
import { type MailServer, type ReceivedMail, startMailServer } from '../../harness/mail-server.ts'
import { type PushReceiver, type ReceivedPush, startPushReceiver } from '../../harness/push-receiver.ts'
import { recordDetectedFall } from '../../src/alerting/falls/falls.service.ts'
import {
  type ChannelName,
  type PersonalChannel,
  personalChannel,
  personalChannelNames,
} from '../../src/alerting/notifications/channels/channels.ts'
import { incidentsOf } from './incidents.ts'
import { reportFall } from './people.ts'
import { addUnregisteredDevice, assign, type Person } from './readings.ts'
import { adminAccount, TestService } from './service.ts'

export const allChannels: readonly PersonalChannel[] = personalChannelNames

/** How a person of a story is reached; a further channel changes no story. */
const usualChannels: readonly PersonalChannel[] = ['push', 'ntfy', 'mail']

/** What one contact has received. */
export interface Message {
  /** The first name of the person, or `webhook`. */
  to: string
  channel: ChannelName
  purpose: string
  title: string
  text: string
  /** What makes a message replace the earlier one of the same incident, or join its conversation. */
  identity: string
  /** What is the same in each attempt of a delivery, where the channel has it. */
  deliveryIdentity: string | undefined
  acknowledgeUrl: string | undefined
  /** Everything that went over the wire, decrypted and decoded. */
  raw: string
}

export interface CaregiverFields {
  lastName?: string
  priority?: number
  channels?: readonly PersonalChannel[]
  showDetails?: boolean
}

/**
 * A service whose messages arrive at real receivers: a push service, a mail server, an ntfy server and a
 * webhook. Its clock stands still unless a test moves it.
 */
export class Alarms {
  service!: TestService
  push!: PushReceiver
  mail!: MailServer
  http!: HttpReceiver
  /** What the ntfy server and the webhook answer. */
  respond: (request: ReceivedRequest) => number | Promise<number> = () => 200
  /** Every message that has been collected: those of each channel in their order. */
  readonly messages: Message[] = []
  private readonly names = new Map<string, string>()
  private readonly settings: Record<string, string>

  constructor(settings: Record<string, string> = {}) {
    this.settings = settings
  }

  async start(): Promise<void> {
    this.http = await startHttpReceiver(async (response, request) => {
      response.writeHead(await this.respond(request)).end()
    })
    this.mail = await startMailServer()
    this.service = new TestService({
      ALLOW_PRIVATE_TARGETS: 'on',
      NTFY_SERVERS: this.http.url,
      SMTP_URL: this.mail.url,
      MAIL_FROM: 'Fallwatch <alerts@example.org>',
      PUBLIC_URL: 'https://care.example.org',
      SESSION_DURATION: '30d',
      ...this.settings,
    })
    await this.service.start()
    const { token } = await this.service.signUp()
    const { body } = await this.service.call('GET', '/notifications/push-key', { token })
    this.push = await startPushReceiver(body.data.publicKey)
  }

  async stop(): Promise<void> {
    await this.service?.stop()
    await Promise.all([this.http?.stop(), this.mail?.stop(), this.push?.stop()])
  }

  /** Forgets what earlier tests have left open and whom they can reach, and stops the clock at the present. */
  async clear(): Promise<void> {
    await this.service.ctx.db.query('delete from incidents')
    await this.service.ctx.db.query('delete from contacts')
    this.respond = () => 200
    for (const received of [this.http.requests, this.mail.mails, this.push.messages, this.messages])
      received.length = 0
    this.service.setClock(this.service.ctx.now())
  }

  async patient(fields: Record<string, unknown> = {}): Promise<Person> {
    return this.service.signUp(fields)
  }

  /** Adds a caregiver of a patient, who is reached by the given channels. */
  async caregiver(patient: Person, firstName: string, fields: CaregiverFields = {}): Promise<Person> {
    const { lastName = 'Gil', priority = 1, channels = usualChannels, showDetails = false } = fields
    const person: Person = await this.service.signUp({ role: 'CAREGIVER', firstName, lastName })
    await assign(this.service, person.id, patient.id)
    await this.service.ctx.db.query('update assignments set priority = $2 where caregiver_id = $1', [
      person.id,
      priority,
    ])
    await this.reach(person, firstName, channels, showDetails)
    return person
  }

  /** Returns the admin, who is reached by the given channels. */
  async admin(channels: readonly PersonalChannel[] = usualChannels): Promise<Person> {
    const { body } = await this.service.logIn(adminAccount.email, adminAccount.password)
    const person = { ...body.data, token: body.token } as Person
    await this.reach(person, 'Admin', channels)
    return person
  }

  async reach(
    { id, token }: Person,
    name: string,
    channels: readonly PersonalChannel[],
    showDetails = false,
  ): Promise<string[]> {
    const ids: string[] = []
    for (const channel of channels) {
      const { address, body } = this.addressOf(channel, id)
      this.names.set(address, name)
      const made = { ...body, channel, showDetails }
      const answer = await this.service.call('POST', '/notifications/contacts', { token, body: made })
      assert.equal(answer.status, 201, answer.text)
      ids.push(answer.body.data.id)
      if (personalChannel(channel).needsCode) await this.confirm(token, answer.body.data.id)
    }
    return ids
  }

  private addressOf(channel: PersonalChannel, id: string): { address: string; body: object } {
    const addresses: Record<PersonalChannel, () => { address: string; body: object }> = {
      mail: () => ({ address: `${id}@example.org`, body: { address: `${id}@example.org` } }),
      ntfy: () => {
        const address = randomUUID()
        return { address, body: { url: `${this.http.url}/${address}` } }
      },
      push: () => {
        const subscription = this.push.subscribe()
        return { address: subscription.endpoint, body: subscription }
      },
    }
    return addresses[channel]()
  }

  private async confirm(token: string, id: string): Promise<void> {
    const code = /code is (\d{6})/.exec(this.mail.mails.pop()?.text ?? '')?.[1]
    const path = `/notifications/contacts/${id}/confirm`
    const answer = await this.service.call('POST', path, { token, body: { code } })
    assert.equal(answer.status, 200, answer.text)
  }

  /** Ends the push subscriptions of a person, as a browser that is removed does. */
  expirePush(name: string): void {
    for (const [endpoint, owner] of this.names)
      if (owner === name && endpoint.includes('/push/'))
        this.push.expire({ endpoint, keys: { p256dh: '', auth: '' } })
  }

  async webhook(): Promise<string> {
    const body = { url: `${this.http.url}/hook` }
    const token = await this.service.adminToken()
    const answer = await this.service.call('POST', '/admin/webhooks', { token, body })
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data.id
  }

  /** Reports a fall and returns its incident. */
  async fall(patient: Person, confidence = 0.8) {
    await reportFall(this.service, patient, { confidence })
    return this.incident(patient)
  }

  /** Returns a function that records a fall that a device of the patient has detected. */
  async device(patient: Person) {
    const { id: deviceId } = await addUnregisteredDevice(this.service, patient.id)
    return async (confidence: number, at = this.service.ctx.now()) => {
      await recordDetectedFall(this.service.ctx, {
        ...{ userId: patient.id, deviceId, confidence, at, late: false },
        motion: { accel: [0, 0, 39], gyro: [90, 0, 0] },
        evidence: {
          ...{ peakG: 4, turnDegrees: 80, stillSeconds: 0, secondsSince: 2, gotUpAfterSeconds: null },
          raisedBy: ['impact', 'turn'],
        },
      })
      return this.incident(patient)
    }
  }

  /** Returns the newest unresolved incident of a patient. */
  async incident(patient: Person) {
    return (await incidentsOf(this.service, patient))[0]
  }

  /** Lets time pass, and returns what was sent then. */
  async after(duration: string): Promise<string[]> {
    this.service.advance(duration)
    return this.now()
  }

  /** Does what is due, and returns what was sent, such as `Ana push` or `Eva mail closing`, sorted. */
  async now(): Promise<string[]> {
    await this.service.engine.runDue()
    const before = this.messages.length
    this.collect()
    const lines = this.messages
      .slice(before)
      .map(({ to, channel, purpose }) =>
        purpose === 'alert' ? `${to} ${channel}` : `${to} ${channel} ${purpose}`,
      )
    return lines.sort()
  }

  /** Returns the last message to a contact. */
  lastOf(to: string, channel: ChannelName): Message {
    this.collect()
    const message = this.messages.findLast((message) => message.to === to && message.channel === channel)
    assert.ok(message, `${to} has received nothing by ${channel}`)
    return message
  }

  /** Moves what has arrived to `messages`. */
  collect(): void {
    this.messages.push(
      ...this.push.messages.splice(0).map((push) => this.readPush(push)),
      ...this.http.requests.splice(0).map((request) => this.readRequest(request)),
      ...this.mail.mails.splice(0).map((mail) => this.readMail(mail)),
    )
  }

  private nameOf(address: string): string {
    const name = this.names.get(address)
    assert.ok(name, `nobody has the address ${address}`)
    return name
  }

  private readPush({ endpoint, topic, urgency, sender, payload }: ReceivedPush): Message {
    const { tag, title, text, purpose, acknowledgeUrl } = payload as Record<string, string>
    return {
      to: this.nameOf(endpoint),
      channel: 'push',
      purpose: String(purpose),
      title: String(title),
      text: String(text),
      identity: `${topic} ${tag}`,
      deliveryIdentity: undefined,
      acknowledgeUrl,
      raw: JSON.stringify({ endpoint, topic, urgency, sender, payload }),
    }
  }

  private readMail({ to, subject, text, html, headers }: ReceivedMail): Message {
    const acknowledgeUrl = /https:\S+\/acknowledge#\S+/.exec(text)?.[0]
    // The headers of encoded text are decoded, as a reader sees them.
    const raw = JSON.stringify({ to, subject, text, html, headers: [...headers] })
    const isClosing = subject === 'Handled' || subject === 'Ended' || subject === 'You are on it'
    return {
      to: this.nameOf(to.join()),
      channel: 'mail',
      purpose: acknowledgeUrl ? 'alert' : isClosing ? 'closing' : 'note',
      title: subject,
      text,
      identity: String(headers.get('references')),
      deliveryIdentity: headers.get('message-id'),
      acknowledgeUrl,
      raw,
    }
  }

  private readRequest(request: ReceivedRequest): Message {
    return request.path.startsWith('/hook') ? readWebhook(request) : this.readNtfy(request)
  }

  private readNtfy({ path, headers, body }: ReceivedRequest): Message {
    const { topic, sequence_id, title, message, actions, tags } = JSON.parse(String(body))
    const urls: string[] = (actions ?? []).map(({ url }: { url: string }) => url)
    const closing = tags.includes('white_check_mark') ? 'closing' : 'note'
    return {
      to: this.nameOf(topic),
      channel: 'ntfy',
      purpose: actions ? 'alert' : closing,
      title,
      text: message,
      identity: sequence_id,
      deliveryIdentity: undefined,
      acknowledgeUrl: urls.find((url) => url.includes('/acknowledge#')),
      raw: JSON.stringify({ path, headers, body: JSON.parse(String(body)) }),
    }
  }
}

function readWebhook({ path, headers, body }: ReceivedRequest): Message {
  const event = JSON.parse(String(body))
  return {
    to: 'webhook',
    channel: 'webhook',
    purpose: event.type === 'incident.opened' ? 'alert' : 'closing',
    title: event.type,
    text: '',
    identity: event.data.id,
    deliveryIdentity: String(headers['webhook-id']),
    acknowledgeUrl: undefined,
    raw: JSON.stringify({ path, headers, event }),
  }
}

/** Starts a service with receivers before the tests of a file, and clears them before each. */
export function useAlarms(settings?: Record<string, string>): Alarms {
  const alarms = new Alarms(settings)
  before(() => alarms.start())
  beforeEach(() => alarms.clear())
  after(() => alarms.stop())
  return alarms
}
