-- A resident's number in the books of the home, by which the lines of an import refer to people without an e-mail address.
alter table users add column reference text;
create unique index users_by_reference on users (reference) where reference is not null;

-- The device that a key was made for: the key is revoked when the device is replaced. Null of a key for all devices of a
-- person.
alter table device_keys add column device_id uuid references devices on delete set null;
create index device_keys_of_device on device_keys (device_id) where device_id is not null;
