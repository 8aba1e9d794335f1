-- Incidents: what somebody must answer, who is told when, and what became of it.

create table incidents (
  id                    uuid primary key,
  kind                  text not null check (kind in ('FALL', 'SOS', 'VITALS', 'DEVICE_SILENT', 'LOW_BATTERY')),
  state                 text not null check (state in ('CHECKING', 'OPEN', 'ACKNOWLEDGED', 'RESOLVED', 'CANCELLED')),
  severity              text not null check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  -- Null for an incident of the installation, such as many devices that fall silent at once.
  patient_id            uuid references users on delete cascade,
  -- The latest fall and the device; without foreign keys, because an incident outlives its device.
  fall_id               uuid,
  device_id             uuid,
  opened_at             timestamptz not null,
  -- Until when the patient can say that they are fine.
  check_until           timestamptz,
  first_acknowledged_at timestamptz,
  -- Who handles it now; without a foreign key, because the timeline of an incident outlives a caregiver.
  acknowledged_at       timestamptz,
  acknowledged_by       uuid,
  eta_minutes           integer,
  resolved_at           timestamptz,
  resolved_by           uuid,
  outcome               text check (outcome in ('REAL_FALL', 'NEAR_FALL', 'FALSE_ALARM', 'TEST', 'HELP_GIVEN', 'OTHER')),
  injuries              text,
  evidence              jsonb not null default '{}',
  -- The escalation policy as it was when the incident opened.
  policy                jsonb,
  -- How often the incident has been opened, since when it is open, the next step, and who could not go.
  round                 integer not null default 0,
  round_started_at      timestamptz,
  step                  integer not null default 0,
  released_by           uuid,
  -- When the service must act next: at the end of the check, at the next step, or when nobody has resolved it.
  due_at                timestamptz
);
-- At most one unresolved incident for each patient and kind: a check before an insert could not see a row of another
-- transaction.
create unique index incidents_unresolved on incidents
  (kind, (coalesce(patient_id, '00000000-0000-0000-0000-000000000000'::uuid)))
  where state in ('CHECKING', 'OPEN', 'ACKNOWLEDGED');
create index incidents_due on incidents (due_at) where due_at is not null;
create index incidents_by_time on incidents (opened_at, id);
create index incidents_of_patient on incidents (patient_id, opened_at, id);
create index incidents_held_by on incidents (acknowledged_by) where state = 'ACKNOWLEDGED';

-- The timeline. It names people by their bare id and outlives them.
create table incident_entries (
  id          bigint generated always as identity primary key,
  incident_id uuid not null references incidents on delete cascade,
  at          timestamptz not null,
  type        text not null,
  actor_id    uuid,
  text        text not null
);
create index incident_entries_of_incident on incident_entries (incident_id, id);

-- A fall from POTENTIAL on belongs to one incident; null before incidents were recorded.
alter table falls add column incident_id uuid;
create index falls_of_incident on falls (incident_id) where incident_id is not null;

-- One alert for each fall and caregiver, or for each incident of another kind and caregiver.
alter table alerts
  alter column fall_id drop not null,
  add column incident_id uuid references incidents on delete cascade;
create unique index alerts_of_incident on alerts (incident_id, caregiver_id) where fall_id is null;
create index alerts_by_incident on alerts (incident_id);

-- Who is told first, and who is at work.
alter table assignments add column priority smallint not null default 1 check (priority between 1 and 5);

create table caregiver_duty (
  user_id uuid primary key references users on delete cascade,
  on_duty boolean not null,
  -- The weekly hours; null if they are always the same.
  hours   jsonb
);

-- One policy for each severity, of the installation or of one patient; without a row the default applies.
create table escalation_policies (
  severity   text not null check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  patient_id uuid references users on delete cascade,
  policy     jsonb not null,
  updated_at timestamptz not null
);
create unique index escalation_policies_key on escalation_policies
  (severity, (coalesce(patient_id, '00000000-0000-0000-0000-000000000000'::uuid)));
create index escalation_policies_of_patient on escalation_policies (patient_id);

-- What is monitored of a patient; without a row the defaults apply.
create table monitoring_settings (
  patient_id        uuid primary key references users on delete cascade,
  ok_window_seconds integer not null default 0 check (ok_window_seconds between 0 and 300),
  alarms            jsonb not null default '{}',
  updated_at        timestamptz not null
);

-- The events that a webhook wants; null for all.
alter table contacts add column events text[];

-- Deliveries of incidents: what is due, who is sending it, and one for each contact, step and round.
alter table deliveries
  add column incident_id uuid references incidents on delete cascade,
  add column round       integer,
  add column step        integer,
  -- When the next attempt is due, or when the lease of the current one ends; null if nothing is left to do.
  add column due_at      timestamptz,
  add column lease_token uuid,
  -- When the last attempt began.
  add column begun_at    timestamptz,
  -- The text of a note; that of other messages follows from the incident.
  add column text        text,
  drop constraint deliveries_state_check,
  add check (state in ('PENDING', 'SENDING', 'SENT', 'FAILED', 'CANCELLED'));
create unique index deliveries_of_step on deliveries (incident_id, contact_id, purpose, round, step)
  where incident_id is not null;
create index deliveries_due on deliveries (due_at) where due_at is not null;

-- What has changed, for live streams.
create table events (
  key        bigint generated always as identity primary key,
  -- Given at the commit, in the order of the commits, so that a reader misses nothing.
  id         bigint unique,
  type       text not null,
  at         timestamptz not null,
  -- Whoever may read this patient's record sees the event, or only this person; without either, admins.
  patient_id uuid references users on delete cascade,
  user_id    uuid references users on delete cascade,
  subject_id uuid
);
create index events_by_time on events (at);
create index events_of_patient on events (patient_id) where patient_id is not null;
create index events_of_user on events (user_id) where user_id is not null;

-- The lock is taken when nothing but the commit is left to do: a transaction that held it from the insert on would make
-- all others wait for its remaining round trips.
create sequence event_ids owned by events.id;
create function number_event() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(4170005);
  update events set id = nextval('event_ids') where key = new.key;
  return null;
end
$$;
create constraint trigger events_numbered after insert on events
  deferrable initially deferred for each row execute function number_event();
