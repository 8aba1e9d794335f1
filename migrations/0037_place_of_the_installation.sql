-- Where this database ran last, to tell it from a copy of it; and since when, and why, nothing leaves the service.
alter table installation
  add column place jsonb,
  add column held_since timestamptz,
  add column held_reason text check (held_reason in ('RESTORED', 'COPIED', 'SETTING')),
  add check ((held_since is null) = (held_reason is null));
