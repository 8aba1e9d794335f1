/**
 * The keys of the advisory locks, in one list so that no two are the same. They are seen by other versions of the
 * service on the same database, so they never change.
 */

/** Keeps migrations to one process at a time. */
export const migrationLock = 4_170_001

/** Held by a service on its database or data directory. */
export const serviceLock = 4_170_002

/** Lets one of several processes that start together create the first admin. */
export const firstAdminLock = 4_170_003

/** The first half of the key of a job lock; the second half is the hash of the job's name. */
export const jobLockClass = 4_170_004

// 4_170_005 gives the events of live streams their ids; see number_event() in the migrations.

/** Keeps imports to one at a time. */
export const importLock = 4_170_007

/** The first half of the key that keeps a device's readings from being packed while a batch of them is stored. */
export const packingLockClass = 4_170_006

/** Keeps changes of who is in a team, and of whom it looks after, one after the other. */
export const teamsLock = 4_170_028
