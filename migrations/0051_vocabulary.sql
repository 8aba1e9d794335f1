-- Whether the console speaks of residents and staff, as a home does, or of patients and relatives. Null until an admin chooses.
alter table installation add column vocabulary text check (vocabulary in ('HOME', 'FAMILY'));
