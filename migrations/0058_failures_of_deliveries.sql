-- The texts of errors that the service has written become a code with its details. A text that is none of them stays: it is what
-- others answered. What is sent again is not touched: its next attempt writes anew, and must not wait for this.
update deliveries set error = null, failure = recognised.failure
from (
  select id, jsonb_build_object('code', code) || case when detail is null then '{}'
    else jsonb_build_object('details', jsonb_build_object(detail, substring(error from pattern)::int)) end as failure
  from deliveries join (values
    ('^The response was ([1-5][0-9]{2})$', 'RESPONSE', 'status'),
    ('^The response was ([1-5][0-9]{2}): redirects are not followed$', 'REDIRECT', 'status'),
    ('^No response within ([0-9]{1,7}) ms$', 'TIMEOUT', 'milliseconds'),
    ('^The mail was not accepted within ([0-9]{1,7}) ms$', 'MAIL_TIMEOUT', 'milliseconds'),
    ('^The connection was closed without a response$', 'NO_RESPONSE', null),
    ('^SMTP_URL is not set$', 'NO_MAIL', null),
    ('^Too many mails are waiting$', 'TOO_MANY_MAILS', null),
    ('^Too many messages are waiting for this contact$', 'TOO_MANY_WAITING', null),
    ('^This version does not know the channel$', 'UNKNOWN_CHANNEL', null),
    ('^Messages are held$', 'HELD', null),
    ('^The service is stopping$', 'STOPPING', null)
  ) as known (pattern, code, detail) on error ~ pattern
  where failure is null and due_at is null
) as recognised
where deliveries.id = recognised.id;
