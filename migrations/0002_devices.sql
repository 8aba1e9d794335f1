-- Devices, what they last reported, their readings, their logs, the keys they sign in with, and falls they felt.

create table devices (
  id         uuid primary key,
  -- Four bytes instead of sixteen in every reading and its index.
  number     int generated always as identity unique,
  user_id    uuid not null references users on delete cascade,
  mac        text not null unique,
  name       text not null,
  disabled   boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index devices_of_user on devices (user_id);

-- What a device reported last. Rewritten with every reading, so it stands alone, is narrow, has no index beside
-- its key and leaves half of each page free: the new version of a row then fits where the old one was (HOT).
create table device_states (
  device              int primary key references devices (number) on delete cascade,
  last_seen           timestamptz,
  uptime_ms           bigint,
  battery             real,
  signal              smallint,
  heart_rate          smallint,
  spo2                smallint,
  health_score        smallint,
  wifi                boolean,
  bluetooth           boolean,
  sensors_initialized boolean,
  silent              boolean not null default false,
  firmware            text
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

-- One row a second from each device: narrow types, daily partitions made and dropped by the service, and one index,
-- which finds the readings of a device between two times and keeps a repeated one from being stored twice.
create table readings (
  device       int not null,
  at           timestamptz not null,
  uptime_ms    bigint not null,
  accel_x      real not null,
  accel_y      real not null,
  accel_z      real not null,
  gyro_x       real not null,
  gyro_y       real not null,
  gyro_z       real not null,
  pressure     real,
  fsr          real,
  battery      real,
  confidence   real not null,
  heart_rate   smallint,
  spo2         smallint,
  health_score smallint not null,
  wifi                boolean,
  bluetooth           boolean,
  sensors_initialized boolean,
  samples      bytea,
  primary key (device, at)
) partition by range (at);

-- A device can have millions of readings: they are unreachable once it is gone, and removed in the background.
create table reading_purges (
  device     int primary key,
  deleted_at timestamptz not null default now()
);

create function remember_reading_purge() returns trigger language plpgsql as $$
begin
  insert into reading_purges (device) values (old.number);
  return old;
end $$;

create trigger devices_deleted after delete on devices for each row execute function remember_reading_purge();

create table device_logs (
  id      bigint generated always as identity primary key,
  device  int not null references devices (number) on delete cascade,
  type    text not null check (type in ('INFO', 'WARNING', 'ERROR')),
  message text not null,
  at      timestamptz not null
);
create index device_logs_of_device on device_logs (device, id desc);

create table device_keys (
  id         uuid primary key,
  user_id    uuid not null references users on delete cascade,
  name       text not null,
  key_hash   bytea not null unique,
  created_at timestamptz not null
);
create index device_keys_of_user on device_keys (user_id);

-- Who looks after whom.
create table assignments (
  caregiver_id uuid not null references users on delete cascade,
  patient_id   uuid not null references users on delete cascade,
  relationship text,
  created_at   timestamptz not null,
  primary key (caregiver_id, patient_id)
);
create index assignments_of_patient on assignments (patient_id);

create table falls (
  id          uuid primary key,
  user_id     uuid not null references users on delete cascade,
  device_id   uuid references devices on delete set null,
  confidence  real not null,
  status      text not null check (status in ('NO_FALL', 'SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED')),
  location    text,
  witnessed   boolean,
  injuries    text,
  -- The motion at the strongest moment; null for a fall that was reported by hand.
  accel       real[],
  gyro        real[],
  -- Told after the fact, by a device that had been out of reach.
  late        boolean not null default false,
  created_at  timestamptz not null,
  updated_at  timestamptz not null
);
create index falls_of_user on falls (user_id, created_at desc);
create index falls_of_device on falls (device_id, created_at desc) where device_id is not null;
