-- Devices that were replaced stay with their readings, but are none of the devices that a person can have in use.
alter table devices add column replaced boolean not null default false;

-- Those of before; one that an admin has enabled again is in use.
update devices set replaced = true
from audit_log
where action = 'device.replaced' and devices.id::text = substring(message from '^Device (\S+) replaced by') and disabled;
