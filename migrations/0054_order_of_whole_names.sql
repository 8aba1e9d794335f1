-- The list of people is sorted by the last name and then the first, as the query writes it.
create index everybody_by_name on users ((last_name || E'\t' || first_name), id);
