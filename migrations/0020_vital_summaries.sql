-- Heart rate and oxygen saturation in spans of five minutes, for charts of weeks and months.

-- A chart of 90 days would have to read 7.8 million readings of a device; it reads 26,000 of these, from the index alone.
-- Without a foreign key, because the summaries of a deleted device are removed in the background, with its readings.
create table vital_summaries (
  device           int not null,
  at               timestamptz not null,
  heart_rate_min   smallint,
  heart_rate_max   smallint,
  heart_rate_sum   bigint not null,
  heart_rate_count int not null,
  spo2_min         smallint,
  spo2_max         smallint,
  spo2_sum         bigint not null,
  spo2_count       int not null,
  primary key (device, at) include (heart_rate_min, heart_rate_max, heart_rate_sum, heart_rate_count,
                                    spo2_min, spo2_max, spo2_sum, spo2_count)
);

-- The spans in which a batch has stored readings: they are summarised again.
create table vital_summary_changes (
  device int not null,
  at     timestamptz not null,
  primary key (device, at)
);

-- Up to when all readings have been summarised; no row before the first run.
create table vital_summary_progress (
  only_row      boolean primary key default true check (only_row),
  summarised_to timestamptz not null
);
