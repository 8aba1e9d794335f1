-- The last state of a device, for joins: PostgreSQL puts the statement in the place of the function. Where the states are
-- distributed over several servers, src/platform/db/distributed.ts replaces it.
create function device_state(number int) returns setof device_states language sql stable as $$
  select * from device_states where device = number
$$;
