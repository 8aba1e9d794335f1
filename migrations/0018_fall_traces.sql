-- The trace of a fall: a copy of the readings around its impact, which is kept as long as the fall.

-- Each column of the readings is one array, so that a trace is one row: an account can have 50,000 falls to delete.
create table fall_traces (
  fall_id    uuid primary key references falls on delete cascade,
  -- When the readings are copied next; null once no more of them can arrive.
  due_at     timestamptz,
  at         timestamptz[] not null default '{}',
  uptime_ms  bigint[] not null default '{}',
  accel_x    real[] not null default '{}',
  accel_y    real[] not null default '{}',
  accel_z    real[] not null default '{}',
  gyro_x     real[] not null default '{}',
  gyro_y     real[] not null default '{}',
  gyro_z     real[] not null default '{}',
  pressure   real[] not null default '{}',
  fsr        real[] not null default '{}',
  confidence real[] not null default '{}',
  heart_rate smallint[] not null default '{}',
  spo2       smallint[] not null default '{}',
  samples    bytea[] not null default '{}'
);
create index fall_traces_due on fall_traces (due_at) where due_at is not null;

-- A detected fall gets a trace when it reaches POTENTIAL. A minute after its impact, the readings around it have arrived.
create function trace_fall() returns trigger language plpgsql as $$
begin
  insert into fall_traces (fall_id, due_at) values (new.id, new.created_at + interval '1 minute')
  on conflict do nothing;
  return null;
end $$;

create trigger falls_traced after insert or update of status on falls for each row
  when (new.device_id is not null and new.status in ('POTENTIAL', 'HIGH', 'CONFIRMED'))
  execute function trace_fall();

-- Readings are kept for 90 days: older falls have none left.
insert into fall_traces (fall_id, due_at)
select id, created_at + interval '1 minute' from falls
where device_id is not null and status in ('POTENTIAL', 'HIGH', 'CONFIRMED') and created_at > now() - interval '90 days';
