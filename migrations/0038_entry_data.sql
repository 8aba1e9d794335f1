-- What an entry of a timeline says is data: a code with its fields. Its English text is made from them when it is read; as text
-- are stored only what a person wrote, and what is not recognised. The column stays not null: processes of the previous
-- version read and write it until they are replaced. Entries of before get their data by a later migration.
alter table incident_entries add column data jsonb, alter column text set default '';
