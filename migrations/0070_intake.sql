-- What others send: topics of the broker and webhooks that admins have named, and what was seen there.

create table intake_topics (
  topic    text primary key,
  -- Null once it was removed: sessions at the broker still have the subscription until they are told.
  position smallint,
  adapter  text not null,
  rule     jsonb
);

create table intake_sources (
  id              uuid primary key,
  -- Null is the broker.
  name            text,
  adapter         text,
  rule            jsonb,
  -- SHA-256 of the secret in the URL.
  secret_hash     bytea unique,
  created_at      timestamptz not null,
  last_message_at timestamptz,
  check ((name is null) = (secret_hash is null))
);
create unique index intake_sources_name on intake_sources (lower(name));
insert into intake_sources (id, created_at) values ('00000000-0000-0000-0000-000000000000', '2026-01-01T00:00:00Z');

-- For which devices a source may speak; a device has one source.
create table intake_devices (
  device int primary key references devices (number) on delete cascade,
  source uuid not null references intake_sources on delete cascade
);
create index intake_devices_of_source on intake_devices (source);

-- The last state of the inputs of a device: makers repeat it with every message, and only a change is an event.
create table intake_inputs (
  device int not null references devices (number) on delete cascade,
  input  text not null,
  is_on  boolean not null,
  at     timestamptz not null,
  primary key (device, input)
);

-- What was seen and belongs to nobody, or to another source.
create table intake_nearby (
  source         uuid not null references intake_sources on delete cascade,
  -- As it is compared, and as it was sent.
  address        text not null,
  external_id    text not null,
  adapter        text not null,
  suggested_kind text not null,
  last_message   text not null,
  first_seen_at  timestamptz not null,
  last_seen_at   timestamptz not null,
  count          int not null,
  primary key (source, address)
);
create index intake_nearby_by_time on intake_nearby (last_seen_at desc);
create index intake_nearby_by_address on intake_nearby (address);
