-- With the id as a key, this index could serve to find a delivery by its id. A plan that was made while there were few
-- deliveries did so, and read the whole index for each of them later.
drop index deliveries_by_time;
create index deliveries_by_time on deliveries (created_at) include (id);
