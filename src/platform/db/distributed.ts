import type pg from 'pg'
import { StartError } from '../lib/errors.ts'

/** The tables that grow with the devices. All rows of a device are on the same worker. */
export const distributedTables = [
  'device_states',
  'device_logs',
  'readings',
  'packed_readings',
  'packed_samples',
  'vital_summaries',
  'vital_summary_changes',
] as const

/** True if the tables are distributed over the workers of a Citus cluster. */
export async function isDistributed(client: pg.Client): Promise<boolean> {
  if (!(await hasCitus(client))) return false
  const { rows } = await client.query(
    `select from pg_dist_partition where logicalrelid = to_regclass('device_states')`,
  )
  return rows.length > 0
}

async function hasCitus(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select from pg_extension where extname = 'citus'`)
  return rows.length > 0
}

/**
 * What a table on the workers cannot have, because the devices are on the coordinator: a foreign key to them, and a key
 * without the column that rows are distributed by. The job that removes the readings of deleted devices
 * removes these rows as well. A dump of such a database that is restored to a new cluster has them no more.
 */
const detach = `
  alter table device_states drop constraint if exists device_states_device_fkey;
  alter table device_logs drop constraint if exists device_logs_device_fkey, drop constraint device_logs_pkey,
    add primary key (device, id)`

/**
 * The state of a device is read beside tables of the coordinator in many lists, which Citus cannot join or correlate with
 * a distributed table. PL/pgSQL keeps the plan of the statement, which goes to one shard. Long lists ask for all of their
 * devices at once, by states_of_devices.
 */
const functions = `
  create or replace function device_state(number int) returns setof device_states language plpgsql stable as $$
  begin
    return query select * from device_states where device = number;
  end $$;

  create or replace function states_of_devices(numbers int[]) returns setof device_states language plpgsql stable as $$
  begin
    return query select * from device_states where device = any (numbers);
  end $$;

  create or replace function logs_of_device(number int) returns setof device_logs language plpgsql stable as $$
  begin
    return query select * from device_logs where device = number;
  end $$`

/**
 * Distributes the tables, with the rows that they have, in one transaction. The number of shards is the setting
 * `citus.shard_count` of the coordinator.
 */
export async function distribute(client: pg.Client): Promise<boolean> {
  if (await isDistributed(client)) return false
  if (!(await hasCitus(client))) {
    throw new StartError('DISTRIBUTED=citus: the extension citus is missing in this database.')
  }
  const { rows } = await client.query(
    `select from pg_dist_node where noderole = 'primary' and isactive and shouldhaveshards`,
  )
  if (rows.length === 0) {
    throw new StartError('DISTRIBUTED=citus: this coordinator has no workers; see citus_add_node().')
  }
  await client.query('begin')
  // Otherwise the parts of a step run on several connections, after which no function can be replaced.
  await client.query(`set local citus.multi_shard_modify_mode to 'sequential'`)
  await client.query(detach)
  await client.query(`select create_distributed_table('device_states', 'device', colocate_with => 'none')`)
  for (const table of distributedTables.slice(1)) {
    await client.query(`select create_distributed_table($1, 'device', colocate_with => 'device_states')`, [
      table,
    ])
  }
  await client.query(functions)
  await client.query('commit')
  return true
}
