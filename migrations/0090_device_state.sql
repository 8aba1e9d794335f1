-- The last state of a device, and its log, for joins with tables of people: PostgreSQL puts the statement in the place of the
-- function. Where these tables are distributed over several servers, src/platform/db/distributed.ts replaces the functions.
create function device_state(number int) returns setof device_states language sql stable as $$
  select * from device_states where device = number
$$;

create function logs_of_device(number int) returns setof device_logs language sql stable as $$
  select * from device_logs where device = number
$$;
