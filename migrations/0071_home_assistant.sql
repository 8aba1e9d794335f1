-- Patients who appear in Home Assistant, as they or their representatives have decided.
create table home_assistant_shares (
  patient_id uuid primary key references users on delete cascade,
  show_name  boolean not null,
  since      timestamptz not null
);
