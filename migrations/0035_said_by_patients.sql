-- When the patient last said that they are fine, and last asked for help: every list and live event shows both, and looking for
-- them in the timeline took the longer the more was written there.
alter table incidents add column fine_at timestamptz, add column help_at timestamptz;

update incidents set fine_at = said.fine_at, help_at = said.help_at
from (
  select incident_id,
         max(at) filter (where type = 'ok') as fine_at,
         max(at) filter (where type = 'help' or kind = 'SOS' and type = 'added') as help_at
  from incident_entries join incidents on incidents.id = incident_id
  where type in ('ok', 'help', 'added')
  group by incident_id
) as said
where said.incident_id = incidents.id and coalesce(said.fine_at, said.help_at) is not null;

-- How much a person has written in a timeline, which is limited.
create index incident_entries_by_people on incident_entries (incident_id, actor_id, at) where actor_id is not null;
