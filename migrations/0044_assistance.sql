-- Who handles an incident can ask for a second person: since when. Null once nobody handles it any more.
alter table incidents add column assistance_at timestamptz;

-- A request for a second person is a message of its own: the incident is handled. A wider check needs no look at the rows.
alter table deliveries drop constraint deliveries_purpose_check;
alter table deliveries add constraint deliveries_purpose_check
  check (purpose in ('alert', 'closing', 'test', 'note', 'update', 'assistance')) not valid;
