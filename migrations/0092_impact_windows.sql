-- The motion around an impact, of a device that sends nothing in between; packed like the samples of a reading.
alter table device_events add column samples bytea;
