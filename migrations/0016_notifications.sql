-- Contacts: the ways to reach people, and what was sent to them.

-- A way to reach one person or, without one, a webhook of the installation.
create table contacts (
  id              uuid primary key,
  user_id         uuid references users on delete cascade,
  channel         text not null check (channel in ('push', 'mail', 'ntfy', 'webhook')),
  -- The address, topic or endpoint: a person has each of them once.
  address         text not null,
  -- The keys of a push subscription, the secrets of a webhook.
  secrets         jsonb not null default '{}',
  -- Names and details are part of what is sent, although a lock screen shows it to anybody.
  show_details    boolean not null default false,
  created_at      timestamptz not null,
  -- Null until the code that was sent there has been entered.
  confirmed_at    timestamptz,
  code_hash       bytea,
  code_expires_at timestamptz,
  code_attempts   integer not null default 0,
  -- Since when nothing is sent there any more, and why.
  ended_at        timestamptz,
  end_reason      text,
  check ((channel = 'webhook') = (user_id is null))
);
create unique index contacts_of_user on contacts (user_id, channel, address) where user_id is not null;
create unique index contacts_of_installation on contacts (channel, address) where user_id is null;

-- One message to one contact.
create table deliveries (
  id         uuid primary key,
  contact_id uuid not null references contacts on delete cascade,
  purpose    text not null check (purpose in ('alert', 'closing', 'test', 'note')),
  state      text not null check (state in ('PENDING', 'SENT', 'FAILED')),
  attempts   integer not null default 0,
  created_at timestamptz not null,
  sent_at    timestamptz,
  error      text
);
create index deliveries_of_contact on deliveries (contact_id);
create index deliveries_by_time on deliveries (created_at, id);

-- Created once, because subscriptions to web push are bound to it.
alter table installation
  add column vapid_public_key  text,
  add column vapid_private_key text;
