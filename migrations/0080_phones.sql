-- Links by which the browser of a phone becomes a device of a patient: valid for minutes, and used once.
create table phone_links (
  token_hash bytea primary key,
  user_id    uuid not null references users on delete cascade,
  name       text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Which browser has used it, which may ask again if the answer was lost, and the device that it became.
  claim_hash bytea,
  device_id  uuid references devices on delete cascade
);
create index phone_links_of_user on phone_links (user_id);
create index phone_links_by_expiry on phone_links (expires_at);
create index phone_links_of_device on phone_links (device_id) where device_id is not null;

-- The page of a phone may call for help as long as the key of its device is valid.
alter table help_credentials add column device_key_id uuid references device_keys on delete cascade;
create index help_credentials_of_key on help_credentials (device_key_id) where device_key_id is not null;
