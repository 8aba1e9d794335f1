-- Names sort by the rules of languages (Bäcker before Busch), and rooms and the names of teams by their numbers (2 before
-- 10). The columns have the collation, so that lists, their indexes and their pages agree. A server that was built
-- without ICU, or a database that is not in UTF-8, keeps the order of the bytes.
do $$
begin
  create collation natural_order (provider = icu, locale = 'und-u-kn-true');
exception when others then
  create collation natural_order (provider = libc, locale = 'C');
end
$$;

alter table users
  alter column first_name type text collate natural_order,
  alter column last_name type text collate natural_order;
alter table residences alter column room type text collate natural_order;
alter table teams alter column name type text collate natural_order;
alter table stations alter column name type text collate natural_order;

-- Set in the console; null while the setting of the environment applies.
alter table installation add column time_zone text;
