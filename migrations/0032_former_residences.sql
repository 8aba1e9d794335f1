-- Where patients lived before they moved: the report of a month, and incidents that are over, tell where somebody was.

create table former_residences (
  patient_id uuid not null references users on delete cascade,
  until      timestamptz not null,
  site       text,
  ward       text,
  room       text,
  primary key (patient_id, until)
);
