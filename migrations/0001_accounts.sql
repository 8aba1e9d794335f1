-- Accounts, the sessions they open and the invitations that let new people in.

create table users (
  id            uuid primary key,
  email         text not null unique,          -- trimmed and lower-cased by the service
  password_hash text,                          -- null until an invitation has been accepted
  first_name    text not null,
  last_name     text not null,
  role          text not null check (role in ('PATIENT', 'CAREGIVER', 'ADMIN')),
  status        text not null default 'active' check (status in ('active', 'inactive')),
  date_of_birth date,
  phone         text,
  avatar        text,
  created_at    timestamptz not null,
  last_login    timestamptz
);

create table sessions (
  id         uuid primary key,
  user_id    uuid not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- Only a hash is kept, so that a stolen copy of the database lets nobody in. One open invitation per person.
create table invitations (
  token_hash bytea primary key,
  user_id    uuid not null unique references users on delete cascade,
  expires_at timestamptz not null
);
