-- Who looks after a patient is staff or a relative: family, a neighbour, a friend.
alter table assignments
  add column kind text not null default 'STAFF' check (kind in ('STAFF', 'RELATIVE'));

-- What admins have decided for the relatives of a patient; without a row, the defaults.
create table relative_settings (
  patient_id       uuid primary key references users on delete cascade,
  -- Whether the acknowledgement of a relative ends the escalation; null: while no staff is assigned.
  count_as_helpers boolean,
  -- Whether relatives may change what staff may: place, sensitivity, limits, devices, the invitation.
  may_manage       boolean not null default false
);

-- Those whose acknowledgement ends the escalation: staff, and relatives who count as helpers.
create view helpers as
  select assignments.caregiver_id, assignments.patient_id
  from assignments left join relative_settings using (patient_id)
  where assignments.kind = 'STAFF'
    or coalesce(relative_settings.count_as_helpers, not exists (
      select from assignments as staff
      where staff.patient_id = assignments.patient_id and staff.kind = 'STAFF'));

-- Who goes there beside the handler of an incident, as what they were to the patient when they said so.
create table incident_attendants (
  incident_id  uuid not null references incidents on delete cascade,
  -- Without a foreign key: that somebody came stays known after their account was deleted.
  person_id    uuid not null,
  kind         text not null check (kind in ('STAFF', 'RELATIVE')),
  relationship text,
  at           timestamptz not null,
  eta_minutes  integer,
  primary key (incident_id, person_id)
);
create index incident_attendants_of_person on incident_attendants (person_id);

-- What the actor was to the patient when they acted; null of the patient, of admins and of the service.
alter table incident_entries add column actor_kind text, add column actor_relationship text;

-- An update tells those who were told already that a relative is going. A wider check needs no look at the rows.
alter table deliveries drop constraint deliveries_purpose_check;
alter table deliveries add constraint deliveries_purpose_check
  check (purpose in ('alert', 'closing', 'test', 'note', 'update')) not valid;
