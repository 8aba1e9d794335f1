-- A phone may use the credential of the patient's own page in the same browser: signing out there leaves it to the phone.
alter table help_credentials add column shared_key_id uuid references device_keys on delete set null;
create index help_credentials_of_shared_key on help_credentials (shared_key_id) where shared_key_id is not null;
