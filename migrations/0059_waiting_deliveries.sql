-- Which deliveries of a contact are due, in the order in which they are sent: however many wait, only the next ones of each contact
-- are read.
alter table deliveries
  -- When it was queued, an earlier one of the same incident waited for the contact: those of other incidents are sent first.
  add column is_repeated boolean not null default false;
create index deliveries_waiting_of_contact on deliveries (contact_id, (attempts > 0), is_repeated, due_at)
  where due_at is not null;
drop index deliveries_waiting;
