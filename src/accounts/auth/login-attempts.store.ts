import type { Db } from '../../platform/db/database.ts'

/** The recent history of sign-ins to an account. */
export interface SignInRecord {
  /** The account was signed in to from this address before. */
  isKnownAddress: boolean
  failures: number
  lastFailureOfNetwork: Date | null
}

export interface SignInAttempt {
  /** Undefined if no account has the e-mail address. */
  userId: string | undefined
  addressHash: Buffer | undefined
  accountHash: Buffer
  network: string
}

/** One statement, the same for accounts that exist and those that do not. */
export async function findSignInRecord(
  db: Db,
  { userId, addressHash, accountHash, network }: SignInAttempt,
  { addressesSince, failuresSince }: { addressesSince: Date; failuresSince: Date },
): Promise<SignInRecord> {
  const [record] = await db.query<SignInRecord>(
    `select exists (
              select from sign_in_addresses where user_id = $1 and address_hash = $2 and last_used > $3
            ) as "isKnownAddress",
            count(*)::int as failures, max(at) filter (where network = $5) as "lastFailureOfNetwork"
     from sign_in_failures where account_hash = $4 and at > $6`,
    [userId ?? null, addressHash ?? null, addressesSince, accountHash, network, failuresSince],
  )
  return record ?? { isKnownAddress: false, failures: 0, lastFailureOfNetwork: null }
}

export async function insertSignInFailure(
  db: Db,
  { accountHash, network }: SignInAttempt,
  at: Date,
): Promise<void> {
  await db.query('insert into sign_in_failures (account_hash, network, at) values ($1, $2, $3)', [
    accountHash,
    network,
    at,
  ])
}

const maxAddressesPerUser = 20

/** Keeps a limited number of addresses, those that were used last. */
export async function upsertSignInAddress(
  tx: Db,
  userId: string,
  addressHash: Buffer,
  at: Date,
): Promise<void> {
  await tx.query(
    `insert into sign_in_addresses (user_id, address_hash, last_used) values ($1, $2, $3)
     on conflict (user_id, address_hash) do update set last_used = excluded.last_used`,
    [userId, addressHash, at],
  )
  await tx.query(
    `delete from sign_in_addresses where user_id = $1 and address_hash not in (
       select address_hash from sign_in_addresses where user_id = $1
       order by last_used desc, address_hash limit ${maxAddressesPerUser}
     )`,
    [userId],
  )
}

/** Deletes expired addresses and failures. */
export async function deleteOldSignIns(
  db: Db,
  { addressesSince, failuresSince }: { addressesSince: Date; failuresSince: Date },
): Promise<void> {
  await db.query('delete from sign_in_addresses where last_used <= $1', [addressesSince])
  await db.query('delete from sign_in_failures where at <= $1', [failuresSince])
}
