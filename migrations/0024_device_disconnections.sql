-- When a device that keeps a connection open lost it, as its last will says. It counts until the next reading.
create table device_disconnections (
  device int primary key references devices (number) on delete cascade,
  at timestamptz not null
);
