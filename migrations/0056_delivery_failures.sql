-- Why the last attempt failed, as a code with its details. Before, the text of the error was compared with those that the
-- service writes. Failures of before get it by the next migrations, for which nothing is locked.
alter table deliveries add column failure jsonb;
