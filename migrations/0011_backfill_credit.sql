-- How much of its life a device may still hand in, in milliseconds, when it handed something in last; null before that.
alter table device_states
  add column backfill_credit_ms int,
  add column backfilled_at      timestamptz;
