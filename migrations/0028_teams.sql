-- Teams of caregivers, their rotas and handover notes, and stations: tablets on the wall of a ward.

-- A team looks after the patients of a ward, after chosen ones, or both. Without a ward, only after chosen ones.
create table teams (
  id         uuid primary key,
  name       text not null unique,
  site       text,
  ward       text,
  created_at timestamptz not null,
  check (ward is not null or site is null)
);

create table team_members (
  team_id      uuid not null references teams on delete cascade,
  caregiver_id uuid not null references users on delete cascade,
  created_at   timestamptz not null,
  primary key (team_id, caregiver_id)
);
create index team_members_of_caregiver on team_members (caregiver_id);

create table team_patients (
  team_id    uuid not null references teams on delete cascade,
  patient_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (team_id, patient_id)
);
create index team_patients_of_patient on team_patients (patient_id);

-- Whom the teams assign to whom. A ward without a site is another one than a ward of the same name with a site.
create view team_care as
  select team_members.team_id, team_members.caregiver_id, residences.patient_id
  from team_members
  join teams on teams.id = team_members.team_id
  join residences on lower(residences.ward) = lower(teams.ward)
    and lower(coalesce(residences.site, '')) = lower(coalesce(teams.site, ''))
  join users on users.id = residences.patient_id and users.role = 'PATIENT'
  union
  select team_members.team_id, team_members.caregiver_id, team_patients.patient_id
  from team_members
  join team_patients on team_patients.team_id = team_members.team_id
  join users on users.id = team_patients.patient_id and users.role = 'PATIENT';

-- An assignment exists because somebody made it, because of team_care, or both: what was made by hand outlives the team.
alter table assignments add column by_hand boolean not null default true;

-- The rota: weekly shifts in the time zone of the installation. A shift ends on the next day unless it ends later than it
-- begins.
create table team_shifts (
  id      uuid primary key,
  team_id uuid not null references teams on delete cascade,
  weekday text not null check (weekday in ('SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT')),
  starts  text not null,
  ends    text not null
);
create index team_shifts_of_team on team_shifts (team_id);

-- Who leaves the team leaves its shifts.
create table team_shift_members (
  shift_id     uuid not null references team_shifts on delete cascade,
  team_id      uuid not null,
  caregiver_id uuid not null,
  primary key (shift_id, caregiver_id),
  foreign key (team_id, caregiver_id) references team_members on delete cascade
);
create index team_shift_members_of_member on team_shift_members (team_id, caregiver_id);

create table team_handovers (
  id              uuid primary key,
  team_id         uuid not null references teams on delete cascade,
  -- Without a foreign key: a note is for the team, and outlives the account of its author.
  author_id       uuid not null,
  text            text not null,
  created_at      timestamptz not null,
  -- The shift of the rota during which it was written; null if there was none.
  shift_starts_at timestamptz,
  shift_ends_at   timestamptz
);
create index team_handovers_of_team on team_handovers (team_id, created_at, id);
create index team_handovers_of_author on team_handovers (author_id, created_at, id);

-- The members of this team see the event, and admins.
alter table events add column team_id uuid references teams on delete cascade;
create index events_of_team on events (team_id) where team_id is not null;

-- A station signs in once with a code, of which only a hash is stored, and stays signed in until it is deleted.
create table stations (
  id              uuid primary key,
  name            text not null unique,
  site            text,
  ward            text not null,
  created_at      timestamptz not null,
  code_hash       bytea unique,
  code_expires_at timestamptz
);

create table station_sessions (
  id         uuid primary key,
  station_id uuid not null unique references stations on delete cascade,
  created_at timestamptz not null
);

create view station_patients as
  select stations.id as station_id, residences.patient_id
  from stations
  join residences on lower(residences.ward) = lower(stations.ward)
    and lower(coalesce(residences.site, '')) = lower(coalesce(stations.site, ''))
  join users on users.id = residences.patient_id and users.role = 'PATIENT';

-- The PIN by which a caregiver acts in their own name at a station.
create table caregiver_pins (
  user_id    uuid primary key references users on delete cascade,
  pin_hash   text not null,
  updated_at timestamptz not null
);

-- Wrong PINs since the last right one, and when the last of them was counted.
create table station_pin_attempts (
  station_id   uuid not null references stations on delete cascade,
  caregiver_id uuid not null references users on delete cascade,
  attempts     integer not null,
  counted_at   timestamptz not null,
  primary key (station_id, caregiver_id)
);
create index station_pin_attempts_of_caregiver on station_pin_attempts (caregiver_id);

-- The name of the station where somebody acted, or of the station itself; it outlives the station.
alter table incident_entries add column station text;
