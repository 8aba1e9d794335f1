-- When whoever handles an incident expects to be there: the minutes count from when they were said.
alter table incidents add column eta_at timestamptz;
update incidents set eta_at = acknowledged_at + make_interval(mins => eta_minutes) where eta_minutes is not null;
