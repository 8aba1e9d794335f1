-- How many alerts nobody has answered yet, and since when, is asked by the minute: it must not take a look at every alert.
create index alerts_open_by_time on alerts (created_at) include (fall_id, caregiver_id, patient_id)
  where acknowledged_at is null;
