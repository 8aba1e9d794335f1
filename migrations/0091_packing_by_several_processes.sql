-- Where the processes that pack together are in their pass over all devices: each takes the next ones.
alter table packing_progress
  -- The last device that somebody has taken; 0 between two passes.
  add column last_device int not null default 0,
  -- No pass begins before, because the last one has found nothing to pack.
  add column rests_until timestamptz,
  -- The oldest reading that the pass has left although it is due; `unpacked_from` once it is over.
  add column left_from   timestamptz;

insert into packing_progress default values on conflict do nothing;
