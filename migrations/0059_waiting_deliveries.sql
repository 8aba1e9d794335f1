-- Which deliveries of a contact are due, first attempts first: however many wait, only the next ones of each contact are read.
create index deliveries_waiting_of_contact on deliveries (contact_id, (attempts > 0), due_at) where due_at is not null;
drop index deliveries_waiting;
