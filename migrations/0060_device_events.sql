-- What devices say that happened: buttons, bed mats, doors, radar. Wider checks need no look at the rows.

alter table incidents drop constraint incidents_kind_check;
alter table incidents add constraint incidents_kind_check check (kind in (
  'FALL', 'SOS', 'VITALS', 'DEVICE_SILENT', 'LOW_BATTERY', 'BED_EXIT', 'WANDERING', 'INACTIVITY', 'STAFF_ASSIST',
  'DEVICE_FAULT')) not valid;
alter table device_alarms drop constraint device_alarms_alarm_check;
alter table device_alarms add constraint device_alarms_alarm_check check (alarm in (
  'HEART_RATE', 'SPO2', 'DEVICE_SILENT', 'LOW_BATTERY', 'FALSE_CALLS')) not valid;

-- The column mac identifies every device: the MAC address of one that has one, else its id in lower case without separators.
alter table devices
  -- As it is written; null for a MAC address.
  add column external_id text,
  add column kind text not null default 'WEARABLE'
    check (kind in ('WEARABLE', 'BUTTON', 'PENDANT', 'RADAR', 'BED', 'DOOR', 'MOTION', 'PHONE', 'OTHER')),
  -- How often it is heard of: as somebody has set it, or as it was in its first days.
  add column expected_every_seconds integer,
  add column learned_every_seconds integer,
  -- A shared device belongs to a place instead of a person, and may be watched in some hours.
  alter column user_id drop not null,
  add column site text,
  add column ward text,
  add column room text,
  add column watched_from text,
  add column watched_to text,
  add constraint devices_of_somebody check ((user_id is null) = (ward is not null)) not valid;
create index devices_of_ward on devices (lower(ward), lower(coalesce(site, ''))) where ward is not null;

-- When a device was last heard of by an event; its last reading is last_seen.
alter table device_states add column last_event_at timestamptz;

create table device_events (
  id          uuid primary key,
  device      int not null references devices (number) on delete cascade,
  -- Chosen by the device, or the id of the row.
  event_id    text not null,
  type        text not null,
  at          timestamptz not null,
  received_at timestamptz not null,
  late        boolean not null,
  battery     real,
  confidence  real,
  detail      text,
  action      text not null check (action in ('OPENED', 'JOINED', 'RECORDED')),
  incident_id uuid,
  -- How often it was said again.
  repeats     integer not null default 0
);
create unique index device_events_key on device_events (device, event_id);
create index device_events_by_time on device_events (device, received_at, id);
create index device_events_by_type on device_events (device, type, at);

-- The incident of a shared device has no patient, but the device, and the place in which it was.
alter table incidents
  add column shared_device_id uuid,
  add column site text,
  add column ward text,
  add column room text;
create unique index incidents_unresolved_of_subject on incidents
  (kind, (coalesce(patient_id, shared_device_id, '00000000-0000-0000-0000-000000000000'::uuid)))
  where state in ('CHECKING', 'OPEN', 'ACKNOWLEDGED');
drop index incidents_unresolved;
create index incidents_of_device on incidents (device_id, resolved_at) where device_id is not null;
create index incidents_of_ward on incidents (lower(ward), lower(coalesce(site, ''))) where ward is not null;

-- Who looks after a ward, whoever lives in it.
create view ward_care as
  select teams.id as team_id, team_members.caregiver_id, lower(teams.ward) as ward, lower(coalesce(teams.site, '')) as site
  from teams join team_members on team_members.team_id = teams.id
  where teams.ward is not null;

-- The tablets of a ward, whoever lives in it.
create view ward_stations as
  select id as station_id, lower(ward) as ward, lower(coalesce(site, '')) as site from stations;

-- A fall of which a device says so itself, without motion that could be looked at.
alter table falls add column device_verdict boolean not null default false;

-- What is watched of a patient by events; what is not in it has its default.
alter table monitoring_settings add column watches jsonb not null default '{}';

-- Whether somebody has left a bed, since when, and whether people were told.
create table bed_states (
  device int primary key references devices (number) on delete cascade,
  is_out boolean not null,
  since  timestamptz not null,
  raised boolean not null default false
);
create index bed_states_out on bed_states (since) where is_out and not raised;

-- The last sign of life of a patient by a device that says what happened, and when people were told that there was none since.
create table signs_of_life (
  patient_id uuid primary key references users on delete cascade,
  at         timestamptz not null,
  raised_at  timestamptz
);
