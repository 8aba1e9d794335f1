-- A name that no other installation has: several may share one Redis.
create table installation (
  id uuid primary key default gen_random_uuid(),
  only_one boolean not null default true unique check (only_one)
);
insert into installation default values;
