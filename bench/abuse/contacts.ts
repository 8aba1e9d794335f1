import { createECDH, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { PersonalChannel } from '../../src/alerting/notifications/channels/channels.ts'
import { withClient } from '../stores.ts'

export interface NewContact {
  userId: string
  channel: PersonalChannel
  address: string
}

/**
 * Inserts contacts whose receivers have accepted a message, promptly: the service trusts them most, and an
 * account can have ten of them.
 */
export function addContacts(connection: pg.ClientConfig, contacts: NewContact[]): Promise<void> {
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  return withClient(connection, async (client) => {
    await client.query(
      `insert into contacts (id, user_id, channel, address, secrets, created_at, confirmed_at, accepted_at, is_prompt)
       select gen_random_uuid(), person, channel, address,
         case when channel = 'push' then $4::jsonb else '{}' end, now(), now(), now(), true
       from unnest($1::uuid[], $2::text[], $3::text[]) as t (person, channel, address)`,
      [
        contacts.map(({ userId }) => userId),
        contacts.map(({ channel }) => channel),
        contacts.map(({ address }) => address),
        JSON.stringify({ push: keys }),
      ],
    )
  })
}
