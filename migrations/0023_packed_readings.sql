-- Packed readings: those of a device and an hour in one row, column by column, in differences and compressed.

-- A job moves readings here from `readings` in one transaction, so that each is in one of the two. A row lies within an
-- hour, and `at` is the time of its first reading. The bytes are compressed already; `external` keeps PostgreSQL from
-- trying again. Daily partitions are created when they are needed, and dropped with those of `readings`.
create table packed_readings (
  device  int not null,
  at      timestamptz not null,
  last_at timestamptz not null,
  count   int not null,
  -- The least, greatest and mean vital signs of each five minutes, for charts of a day and more.
  summaries bytea not null,
  -- The times, heart rate, oxygen saturation and battery level, for charts; all other columns are in `motion`.
  vitals    bytea not null,
  motion    bytea not null,
  primary key (device, at)
) partition by range (at);
alter table packed_readings alter vitals set storage external, alter motion set storage external;

-- Their samples, five minutes to a row: most requests do not ask for them, and a fall needs few.
create table packed_samples (
  device  int not null,
  at      timestamptz not null,
  last_at timestamptz not null,
  count   int not null,
  samples bytea not null,
  primary key (device, at)
) partition by range (at);
alter table packed_samples alter samples set storage external;

-- The oldest reading that should have been packed and was not when the job last looked at all devices; null if none.
create table packing_progress (
  only_row      boolean primary key default true check (only_row),
  unpacked_from timestamptz
);
