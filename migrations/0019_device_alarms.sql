-- The alarms of devices: what is wrong now, and what changed lately.

-- An alarm that was raised and not cleared. Several alarms, of several devices, share an incident of their patient.
create table device_alarms (
  device               int not null references devices (number) on delete cascade,
  alarm                text not null check (alarm in ('HEART_RATE', 'SPO2', 'DEVICE_SILENT', 'LOW_BATTERY')),
  since                timestamptz not null,
  urgent               boolean not null default false,
  -- Of a silent device: the silence that raised the alarm, part of an outage that admins are told of, and a connection
  -- that changes too often, whose alarm stays while the device sends.
  silent_after_seconds integer,
  outage               boolean not null default false,
  unstable             boolean not null default false,
  sending              boolean not null default false,
  primary key (device, alarm)
);

-- When a device became silent or came back, within the last hour.
create table connection_changes (
  device int not null references devices (number) on delete cascade,
  at     timestamptz not null
);
create index connection_changes_of_device on connection_changes (device, at);

-- When the service last looked for silent devices, and since when it does so without a gap.
create table device_watch (
  only_row     boolean primary key default true check (only_row),
  last_look    timestamptz not null,
  watched_from timestamptz not null
);

-- A service that is upgraded was not looking while it was down; a new one has nothing to look back at.
insert into device_watch (last_look, watched_from)
select last_run, last_run from job_runs where name = 'note_silent_devices';
