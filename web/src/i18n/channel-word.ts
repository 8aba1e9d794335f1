import type { TFunction } from 'i18next'
import type { Schema } from '../api/client.ts'

type Word = Schema<'Channel'>['name'] | 'live'

/** A channel in the middle of a sentence; one of a newer service has no other word than its name. */
export const channelWord = (t: TFunction, channel: string): string =>
  t(`channel.${channel as Word}.word`, { defaultValue: channel })
