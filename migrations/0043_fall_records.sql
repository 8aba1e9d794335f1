-- Falls that somebody reports for a patient, and what people document of a fall.

-- Who reported it for the patient; null for a fall that a device detected, or that its person reported. Without a foreign
-- key, as in the timeline of an incident: the fall outlives who reported it.
alter table falls add column reported_by uuid;

-- A report that is sent twice is one fall: a check before an insert could not see a row of another transaction.
create unique index falls_reported_once on falls (user_id, reported_by, created_at) where reported_by is not null;

-- Each version of a record stays; the highest one is current.
create table fall_records (
  fall_id   uuid not null references falls on delete cascade,
  version   integer not null check (version > 0),
  at        timestamptz not null,
  author_id uuid not null,
  -- The name of the station where it was written; null if it was written elsewhere.
  station   text,
  details   jsonb not null,
  primary key (fall_id, version)
);
