-- What became of falls and calls for help outlives their incidents: without it, a false alarm would be counted as a fall
-- once RETENTION_INCIDENTS has deleted the incident.

-- Nothing in it names who came, who was told or what was written.
create table past_incidents (
  id                    uuid primary key,
  kind                  text not null,
  state                 text not null,
  patient_id            uuid not null references users on delete cascade,
  fall_id               uuid,
  device_id             uuid,
  opened_at             timestamptz not null,
  first_acknowledged_at timestamptz,
  resolved_at           timestamptz not null,
  outcome               text,
  injuries              text
);
create index past_incidents_by_time on past_incidents (opened_at, id);
create index past_incidents_of_patient on past_incidents (patient_id, opened_at, id);

-- The results of all incidents, for whatever counts them. `incident_id` is null if the incident itself was deleted.
create view incident_results as
  select id, id as incident_id, kind, state, patient_id, fall_id, device_id, opened_at, first_acknowledged_at, resolved_at,
         outcome, injuries
  from incidents
  union all
  select id, null, kind, state, patient_id, fall_id, device_id, opened_at, first_acknowledged_at, resolved_at, outcome, injuries
  from past_incidents;
