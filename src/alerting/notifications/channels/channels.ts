import type { z } from 'zod'
import type { PersonChannel } from './channel-definition.ts'
import { mail } from './mail.ts'
import { ntfy } from './ntfy.ts'
import { push } from './push.ts'
import { webhook } from './webhook.ts'

/**
 * All channels, in the order in which `best` chooses. Schemas, the sender, policies, metrics, the console and the tests take them
 * from here: CONTRIBUTING.md lists what a further one needs.
 */
export const channels = [push, ntfy, mail, webhook] as const

type Registered = (typeof channels)[number]
type RegisteredPersonal = Extract<Registered, { owner: 'person' }>

export type ChannelName = Registered['name']
export type PersonalChannel = RegisteredPersonal['name']

export const channelNames: readonly ChannelName[] = channels.map(({ name }) => name)

const isPersonal = (channel: Registered): channel is RegisteredPersonal => channel.owner === 'person'

/** The channels by which a person can be reached. */
export const personalChannels: readonly (PersonChannel & { name: PersonalChannel })[] =
  channels.filter(isPersonal)

export const personalChannelNames: readonly PersonalChannel[] = personalChannels.map(({ name }) => name)

/** Fields is what a person says to add a contact by one of the channels. */
type FieldsOf<One> = One extends { name: infer Name; fields: infer Fields extends z.ZodRawShape }
  ? { channel: Name } & z.infer<z.ZodObject<Fields>>
  : never
export type NewContactFields = FieldsOf<RegisteredPersonal>

/** Returns undefined for a channel of a newer version, whose contacts the database may have. */
export const findChannel = (name: string): Registered | undefined =>
  channels.find((channel) => channel.name === name)

export function personalChannel(name: PersonalChannel): PersonChannel {
  return personalChannels.find((channel) => channel.name === name) as PersonChannel
}
