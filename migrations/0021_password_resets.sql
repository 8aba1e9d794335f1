-- One-time links by which people who forgot their password choose another, and the audit entries about one person.

-- Only a hash is kept, as of invitations. One open link per person: a later one replaces the earlier.
create table password_resets (
  user_id    uuid primary key references users on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

-- People can export what was recorded about them.
create index audit_log_of_subject on audit_log (subject_id, at, id) where subject_id is not null;
