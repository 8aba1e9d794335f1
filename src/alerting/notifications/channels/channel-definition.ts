import type { z } from 'zod'
import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Notification, SendResult } from './channel.ts'
import type { HttpPost } from './http-post.ts'

/** Where the messages to a contact go, as it is stored. */
export interface Target {
  /** The e-mail address, the URL of a topic or webhook, or the endpoint of a push subscription. */
  address: string
  /** What a channel keeps besides, under its own name; it never leaves the service. */
  secrets: ContactSecrets
}

export type ContactSecrets = Readonly<Record<string, unknown>>

export type NotificationConfig = Config['notifications']

export interface ChannelParts {
  config: NotificationConfig
  db: Db
  post: HttpPost
  now: () => Date
}

/** Sends by the settings of an installation. */
export interface OpenChannel {
  send(target: Target, notification: Notification): Promise<SendResult>
  /** Loads what a send needs, so that it begins at once. */
  prepare?(): Promise<void>
  close?(): void
}

interface AnyChannel<Name extends string> {
  /** Stored with contacts, and part of the API and of the names of metrics. */
  name: Name
  /** A message under the same tag replaces the earlier one, where it is shown. */
  replaces: boolean
  /** Whether the installation has the settings that it needs. */
  isConfigured(config: NotificationConfig): boolean
  /** What is shown of an address: enough to know it again, and not the part that would let somebody else send there. */
  labelOf(address: string): string
  open(parts: ChannelParts): OpenChannel
}

/** A channel to systems, which admins set up on routes of its own. It does not reach a person. */
export interface InstallationChannel<Name extends string = string> extends AnyChannel<Name> {
  owner: 'installation'
}

/** A channel to people, who add contacts themselves. */
export interface PersonChannel<Name extends string = string, Fields extends z.ZodRawShape = z.ZodRawShape>
  extends AnyChannel<Name> {
  owner: 'person'
  /** How the console asks for an address. */
  addressKind: AddressKind
  /** It sounds on a phone beside a bed: the first step of an alarm uses it. */
  wakes: boolean
  /** A code that is sent there has to be entered, because it may be the address of somebody else. */
  needsCode: boolean
  /** What a request to add a contact contains, besides the channel. */
  fields: Fields
  /** What is wrong with them, by field. */
  findProblem(
    fields: z.infer<z.ZodObject<Fields>>,
    config: NotificationConfig,
  ): Record<string, string> | undefined
  targetOf(fields: z.infer<z.ZodObject<Fields>>): Target
}

export const addressKinds = ['browser', 'email', 'url'] as const
export type AddressKind = (typeof addressKinds)[number]

/** Everything that the rest of the service asks about one way to send messages. */
export type Channel<Name extends string = string, Fields extends z.ZodRawShape = z.ZodRawShape> =
  | PersonChannel<Name, Fields>
  | InstallationChannel<Name>

const minHiddenLength = 8

/** Shows the host and the beginning of the path; of a short path, that would be nearly all of it. */
export function labelOfUrl(address: string): string {
  const { host, pathname } = new URL(address)
  return `${host}/${pathname.length > minHiddenLength ? pathname.slice(1, 3) : ''}…`
}
