-- The active list takes the newest open alerts of each patient, however many there are.
create index alerts_open_of_patient on alerts (caregiver_id, patient_id, created_at desc) where acknowledged_at is null;
