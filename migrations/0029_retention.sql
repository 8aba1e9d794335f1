-- Retention of the audit log, and the falls of deleted people as bare numbers.

-- The one way to delete audit entries is delete_audit_entries(), and only those that are older than 30 days: with a wrong
-- setting, by a wrong clock or by a statement of somebody else, no recent entry can go.
create function guard_audit_deletion() returns trigger language plpgsql as $$
declare
  retained text := coalesce(current_setting('fallwatch.audit_retained_from', true), '');
begin
  if retained = '' then
    raise exception '% is append-only', tg_table_name;
  end if;
  if tg_level = 'ROW' then
    if old.at >= retained::timestamptz or old.at >= clock_timestamp() - interval '30 days' then
      raise exception '% is append-only', tg_table_name;
    end if;
    return old;
  end if;
  return null;
end $$;

drop trigger audit_log_stays on audit_log;
create trigger audit_log_stays before update or truncate on audit_log
  for each statement execute function refuse_change();
create trigger audit_log_deletion before delete on audit_log
  for each statement execute function guard_audit_deletion();
create trigger audit_log_deletion_of_entry before delete on audit_log
  for each row execute function guard_audit_deletion();

create function delete_audit_entries(retained_from timestamptz, most integer) returns integer language plpgsql as $$
declare
  deleted integer;
begin
  perform set_config('fallwatch.audit_retained_from', retained_from::text, true);
  delete from audit_log where id in (
    select id from audit_log where at < least(retained_from, clock_timestamp() - interval '30 days') order by at, id limit most
  );
  get diagnostics deleted = row_count;
  perform set_config('fallwatch.audit_retained_from', '', true);
  return deleted;
end $$;

-- Falls of people who were deleted, with nothing that tells who they were.
create table fall_statistics (
  month   date not null,
  hour    smallint not null check (hour between 0 and 23),
  level   text not null,
  outcome text not null,
  falls   integer not null check (falls > 0),
  primary key (month, hour, level, outcome)
);

create index incidents_resolved on incidents (resolved_at) where state in ('RESOLVED', 'CANCELLED');
