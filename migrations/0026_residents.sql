-- Residents: patients whose account has no e-mail address, and the places where patients live.

-- A patient without an address cannot sign in and is not invited.
alter table users alter column email drop not null;
alter table users add constraint users_with_email check (email is not null or role = 'PATIENT');

-- Where a patient lives, as free text from the general to the particular. Teams and stations refer to a ward by its site
-- and its name, so that a ward exists as soon as somebody lives in it.
create table residences (
  patient_id uuid primary key references users on delete cascade,
  site       text,
  ward       text,
  room       text,
  check (site is not null or ward is not null or room is not null)
);
create index residences_by_ward on residences (site, ward);
