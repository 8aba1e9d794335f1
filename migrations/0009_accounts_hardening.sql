-- Nobody is invited as an admin: such an invitation is left from before a promotion and would open an admin's session.
delete from invitations using users where users.id = invitations.user_id and users.role = 'ADMIN';

-- From where an account was signed in to. A hash that differs from account to account: it is compared, never read.
create table sign_in_addresses (
  user_id      uuid not null references users on delete cascade,
  address_hash bytea not null,
  last_used    timestamptz not null,
  primary key (user_id, address_hash)
);

-- Wrong passwords of the last minutes, by a hash of the e-mail address: one that nobody has counts as well, so that a
-- refusal does not tell who has an account. Not worth the log: what a crash loses would have ended in minutes.
create unlogged table sign_in_failures (
  account_hash bytea not null,
  network      text not null,
  at           timestamptz not null
);
create index sign_in_failures_of_account on sign_in_failures (account_hash, at);
create index sign_in_failures_by_time on sign_in_failures (at);

-- The list of all devices.
create index devices_by_time on devices (created_at, id);
