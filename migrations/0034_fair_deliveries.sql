-- Fair deliveries: one account, or one receiver that hangs, must not hold up the messages to everybody else.

alter table contacts
  -- Where the connections go: the channel with the host and port, or with the domain of an e-mail address.
  add column destination text not null generated always as (
    channel || ' ' || coalesce(
      case when channel = 'mail' then split_part(lower(address), '@', 2)
           else substring(lower(address) from '^https?://([^/?#\\]+)') end,
      address)) stored,
  -- When its receiver first accepted something; null if it never has.
  add column accepted_at timestamptz,
  -- The last attempt was accepted, and without delay.
  add column is_prompt   boolean not null default false;

update contacts set accepted_at = confirmed_at, is_prompt = true where channel = 'mail' and confirmed_at is not null;
update contacts set accepted_at = first_sent_at, is_prompt = true
from (select contact_id, min(sent_at) as first_sent_at from deliveries where state = 'SENT' group by contact_id) as sent
where contact_id = contacts.id;

create index deliveries_waiting on deliveries (contact_id) where due_at is not null;
create index deliveries_sending on deliveries (due_at) where state = 'SENDING';
