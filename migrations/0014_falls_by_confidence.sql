-- A page of all recent falls, sorted by confidence, is found in the index alone. Before, PostgreSQL sorted every fall
-- of the period for each page far from the first, on disk from some 50,000 on, which competes with the commits of readings.
drop index falls_by_confidence;
create index falls_by_confidence on falls (confidence, id) include (created_at);
