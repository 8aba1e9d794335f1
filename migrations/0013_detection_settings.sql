-- What the fall detector is told of a device and its wearer.

alter table devices
  -- Where the device is worn: by its owner, which wins unless it is unknown, and by its own reports.
  add column owner_placement    text not null default 'unknown'
    check (owner_placement in ('wrist', 'waist', 'pocket', 'unknown')),
  add column reported_placement text not null default 'unknown'
    check (reported_placement in ('wrist', 'waist', 'pocket', 'unknown'));

-- How readily a motion raises an alarm.
alter table users
  add column sensitivity text not null default 'normal' check (sensitivity in ('high', 'normal', 'low'));
