-- Falls that nobody has answered, and which of them a caregiver has been shown.

alter table falls
  -- When the service learned of a fall, or of the level it rose to, that was told late; null where it was told at once.
  add column reported_at timestamptz;
-- Counted at every scrape, and looked up whenever a caregiver becomes able to be told.
create index falls_open_by_time on falls ((coalesce(reported_at, created_at)), user_id)
  where responded_at is null and status in ('POTENTIAL', 'HIGH', 'CONFIRMED');

-- Acknowledging a run covers the alerts that its caregiver was shown, and not one that came in meanwhile.
alter table alerts add column shown_at timestamptz;
