-- When a bed last said that somebody has left it: said again after a long pause, they were back in between.
alter table bed_states add column said_at timestamptz;
