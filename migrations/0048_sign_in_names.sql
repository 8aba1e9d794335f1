-- A name to sign in with, instead of an e-mail address. In lower case; it has no @, so that no name is an address.
alter table users add column sign_in_name text;
alter table users add constraint users_sign_in_name check (sign_in_name ~ '^[a-z0-9][a-z0-9._-]{2,63}$');
create unique index users_by_sign_in_name on users (sign_in_name) where sign_in_name is not null;

alter table users drop constraint users_with_email;
alter table users add constraint users_with_email
  check (email is not null or sign_in_name is not null or role = 'PATIENT');
