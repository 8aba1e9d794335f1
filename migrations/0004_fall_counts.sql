-- How many falls there are of each day and level: nobody has to count a million of them for a page of ten.
-- Whoever changes falls adds what has changed and waits for nobody; a job folds the changes into the counts.

create table fall_counts (
  day    date not null,                        -- in UTC
  status text not null,
  count  bigint not null,
  primary key (day, status)
);

create table fall_count_changes (
  day    date not null,
  status text not null,
  change bigint not null
);

create function count_new_falls() returns trigger language plpgsql as $$
begin
  insert into fall_count_changes (day, status, change)
  select (created_at at time zone 'UTC')::date, status, count(*) from changed group by 1, 2;
  return null;
end $$;

create function count_gone_falls() returns trigger language plpgsql as $$
begin
  insert into fall_count_changes (day, status, change)
  select (created_at at time zone 'UTC')::date, status, -count(*) from changed group by 1, 2;
  return null;
end $$;

create function count_moved_fall() returns trigger language plpgsql as $$
begin
  insert into fall_count_changes (day, status, change)
  values ((old.created_at at time zone 'UTC')::date, old.status, -1),
         ((new.created_at at time zone 'UTC')::date, new.status, 1);
  return null;
end $$;

create function forget_fall_counts() returns trigger language plpgsql as $$
begin
  truncate fall_counts, fall_count_changes;
  return null;
end $$;

create trigger falls_inserted after insert on falls
  referencing new table as changed for each statement execute function count_new_falls();
create trigger falls_deleted after delete on falls
  referencing old table as changed for each statement execute function count_gone_falls();
create trigger falls_moved after update of status, created_at on falls for each row
  when (old.status <> new.status or old.created_at <> new.created_at) execute function count_moved_fall();
create trigger falls_truncated after truncate on falls
  for each statement execute function forget_fall_counts();

insert into fall_counts (day, status, count)
select (created_at at time zone 'UTC')::date, status, count(*) from falls group by 1, 2;

create index falls_by_confidence on falls (confidence, id);
create index falls_by_status_and_confidence on falls (status, confidence, id);
-- Deleting a person looks for what they flagged, and deleting a fall for the request that made it.
create index falls_flagged_by on falls (flagged_by) where flagged_by is not null;
create index fall_requests_of_fall on fall_requests (fall_id);

-- The lists of everybody, whatever their role.
create index everybody_by_last_name on users (last_name, id);
create index everybody_by_first_name on users (first_name, id);
create index everybody_by_last_login on users ((coalesce(last_login, '-infinity')), id);
create index everybody_of_status on users (status, created_at, id);
create index devices_disabled on devices (number) where disabled;
