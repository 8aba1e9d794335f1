-- What caregivers write down about a patient, for each other.

create table patient_notes (
  id         uuid primary key,
  patient_id uuid not null references users on delete cascade,
  -- Without a foreign key: a note is about the patient, and outlives the account of its author.
  author_id  uuid not null,
  text       text not null,
  created_at timestamptz not null
);
create index patient_notes_of_patient on patient_notes (patient_id, created_at, id);
