-- A link is valid as long as whoever has made it may manage the patient. Links of before expire within minutes.
alter table phone_links add column created_by uuid references users on delete cascade;
create index phone_links_of_maker on phone_links (created_by) where created_by is not null;
