-- Who sees the data of a patient: vital signs that are not shared, who acts for the patient, and links for people outside.

-- While there is a row, nobody but the patient sees their vital signs. Falls and alarms go on.
create table vital_sharing_pauses (
  patient_id uuid primary key references users on delete cascade,
  paused_at  timestamptz not null
);

-- Who decides for a patient who cannot; an admin enters it and acts on their behalf.
create table representatives (
  patient_id   uuid primary key references users on delete cascade,
  name         text not null,
  relationship text not null,
  recorded_at  timestamptz not null
);

-- Links with which somebody without an account reads the record of a patient. Only hashes are kept; that of the code is made
-- with the token, so that the few possible codes cannot be tried against it.
create table shares (
  id           uuid primary key,
  patient_id   uuid not null references users on delete cascade,
  label        text not null,
  token_hash   bytea not null unique,
  code_hash    bytea not null,
  created_at   timestamptz not null,
  -- Without a foreign key: the link is the patient's, and outlives the account of an admin who made it.
  created_by   uuid not null,
  expires_at   timestamptz not null,
  revoked_at   timestamptz,
  wrong_codes  smallint not null default 0,
  opened_count int not null default 0,
  last_used_at timestamptz
);
create index shares_of_patient on shares (patient_id, created_at, id);

create table share_sessions (
  token_hash bytea primary key,
  share_id   uuid not null references shares on delete cascade,
  expires_at timestamptz not null
);
create index share_sessions_of_share on share_sessions (share_id);
