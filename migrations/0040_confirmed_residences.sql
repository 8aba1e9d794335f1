-- Whether somebody who may do so has placed the patient in the ward: an admin, a member of a team of that ward, or an import. A ward
-- that has neither a team nor a station yet takes everybody, and its later staff must not get patients of strangers by that.
alter table residences add column confirmed boolean not null default true;
alter table residences alter column confirmed set default false;

create or replace view team_care as
  select team_members.team_id, team_members.caregiver_id, residences.patient_id
  from team_members
  join teams on teams.id = team_members.team_id
  join residences on lower(residences.ward) = lower(teams.ward)
    and lower(coalesce(residences.site, '')) = lower(coalesce(teams.site, ''))
    and residences.confirmed
  join users on users.id = residences.patient_id and users.role = 'PATIENT'
  union
  select team_members.team_id, team_members.caregiver_id, team_patients.patient_id
  from team_members
  join team_patients on team_patients.team_id = team_members.team_id
  join users on users.id = team_patients.patient_id and users.role = 'PATIENT';

create or replace view station_patients as
  select stations.id as station_id, residences.patient_id
  from stations
  join residences on lower(residences.ward) = lower(stations.ward)
    and lower(coalesce(residences.site, '')) = lower(coalesce(stations.site, ''))
    and residences.confirmed
  join users on users.id = residences.patient_id and users.role = 'PATIENT';
