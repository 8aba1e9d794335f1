-- What a patient's browser keeps after the sign-in has ended: it can only call for help, say "I'm fine" and read the state of the call.
create table help_credentials (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  user_agent text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index help_credentials_of_user on help_credentials (user_id);

-- Calls for help by the identity that the page gave them: one that is sent again, because its answer was lost, is the same.
create table help_calls (
  patient_id uuid not null references users on delete cascade,
  id uuid not null,
  -- Null for a call that was called off before it arrived.
  incident_id uuid references incidents on delete cascade,
  received_at timestamptz not null,
  primary key (patient_id, id)
);
create index help_calls_of_incident on help_calls (incident_id);
