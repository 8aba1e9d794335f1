-- The care circle: more about patients and caregivers, alerts, messages, the audit log and the diary of the jobs.

alter table users
  add column emergency_contact text,
  add column blood_pressure    text,
  add column specialization    text,
  add column organization      text;
create index users_by_time on users (created_at, id);
create index users_of_role on users (role, created_at, id);
create index users_by_last_name on users (role, last_name, id);
create index users_by_first_name on users (role, first_name, id);
create index users_by_email on users (role, email, id);

-- How far the heart rate strays from its usual level, kept so that a restart does not forget it.
alter table device_states add column heart_spread real;
-- When they were reported: what is older than a day tells nothing of how somebody is doing.
alter table device_states add column heart_rate_at timestamptz, add column spo2_at timestamptz;

alter table falls
  -- What a person reports is given back as it was reported.
  alter column confidence type double precision,
  -- The first acknowledgement of one of its alerts.
  add column responded_at timestamptz,
  add column flagged_at   timestamptz,
  add column flagged_by   uuid references users on delete set null,
  add column flag_note    text;
create index falls_by_time on falls (created_at, id);
create index falls_by_status on falls (status, created_at, id);

-- One for each fall and caregiver. What it says is read from the fall, which may still grow more certain.
create table alerts (
  id              uuid primary key,
  fall_id         uuid not null references falls on delete cascade,
  caregiver_id    uuid not null references users on delete cascade,
  -- Whose fall it is, so that those of patients no longer assigned are left out without a look at the falls.
  patient_id      uuid not null,
  created_at      timestamptz not null,
  acknowledged_at timestamptz,
  unique (fall_id, caregiver_id)
);
create index alerts_of_caregiver on alerts (caregiver_id, created_at, id) include (patient_id);
create index alerts_open on alerts (caregiver_id, created_at, id) include (patient_id) where acknowledged_at is null;

-- A retried report is one fall: the key that came with it leads to the fall that it made.
create table fall_requests (
  user_id      uuid not null references users on delete cascade,
  key          text not null,
  request_hash bytea not null,
  fall_id      uuid not null references falls on delete cascade deferrable initially deferred,
  created_at   timestamptz not null,
  primary key (user_id, key)
);
create index fall_requests_by_time on fall_requests (created_at);

create table messages (
  id           uuid primary key,
  sender_id    uuid not null references users on delete cascade,
  recipient_id uuid not null references users on delete cascade,
  content      text not null,
  type         text not null check (type in ('TEXT', 'ALERT', 'NOTIFICATION')),
  created_at   timestamptz not null,
  read_at      timestamptz,
  check (sender_id <> recipient_id)
);
create index messages_sent on messages (sender_id, created_at, id);
create index messages_received on messages (recipient_id, created_at, id);
create index messages_unread on messages (recipient_id, created_at, id) where read_at is null;
create index messages_between on messages (least(sender_id, recipient_id), greatest(sender_id, recipient_id), created_at, id);

-- Who did what to whom. It names people by their bare id and outlives them, so nothing refers to the users.
create table audit_log (
  id         uuid primary key default gen_random_uuid(),
  level      text not null check (level in ('INFO', 'WARNING', 'ERROR')),
  action     text not null,
  message    text not null,
  actor_id   uuid,
  subject_id uuid,
  ip         text,
  request_id text,
  at         timestamptz not null
);
create index audit_log_by_time on audit_log (at, id);
create index audit_log_of_level on audit_log (level, at, id);
create index audit_log_of_action on audit_log (action, at, id);
create index audit_log_of_actor on audit_log (actor_id, at, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger audit_log_stays before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- When each job last ran, in whichever process.
create table job_runs (
  name     text primary key,
  last_run timestamptz not null
);
